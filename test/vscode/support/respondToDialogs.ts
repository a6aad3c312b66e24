import * as vscode from 'vscode';
import { createQuickInput } from './quickInputs.ts';

export interface DialogResponses extends Disposable {
  /** Input box titles and messages, in order. */
  readonly shown: readonly string[];
  /** Modal messages' details, in order. */
  readonly details: readonly string[];
}

/**
 * Responds to input boxes, quick picks, and messages in place of a user.
 * @param input a function that returns an input box's text, by its title
 * @param pick a function that returns a quick pick's item; without it, quick picks open
 * @param button a function that returns a message's button, by its text and buttons
 * @param file the file for save and open dialogs
 */
export function respondToDialogs(responses: {
  readonly input?: (options: vscode.InputBoxOptions) => string | undefined;
  readonly pick?: (items: readonly vscode.QuickPickItem[]) => vscode.QuickPickItem | undefined;
  readonly file?: vscode.Uri;
  readonly button?: (message: string, buttons: readonly string[]) => string | Promise<string | undefined> | undefined;
}): DialogResponses {
  const shown: string[] = [];
  const details: string[] = [];
  const restore: (() => void)[] = [];
  const replace = (
    name:
      | 'createInputBox'
      | 'createQuickPick'
      | 'showInputBox'
      | 'showQuickPick'
      | 'showSaveDialog'
      | 'showOpenDialog'
      | 'showInformationMessage'
      | 'showWarningMessage'
      | 'showErrorMessage',
    stand: (...args: readonly unknown[]) => unknown,
  ) => {
    const original: unknown = Reflect.get(vscode.window, name);
    Object.defineProperty(vscode.window, name, { value: stand, configurable: true, writable: true });
    restore.push(() => Object.defineProperty(vscode.window, name, { value: original, configurable: true, writable: true }));
  };
  const respondToInput = (options: vscode.InputBoxOptions) => {
    shown.push(options.title ?? '');
    return responses.input?.(options);
  };
  // the first argument of showInputBox
  replace('showInputBox', async (options) => await Promise.resolve(respondToInput((options ?? {}) as vscode.InputBoxOptions)));
  replace('createInputBox', () =>
    createQuickInput(({ title, prompt, value, password, placeholder, type }) => {
      const given = { title, prompt, value, password, placeHolder: placeholder };
      const text = respondToInput(Object.fromEntries(Object.entries(given).filter(([, option]) => option !== undefined)));
      type(text ?? '');
      return text !== undefined;
    }),
  );
  const { pick, file } = responses;
  if (file !== undefined) {
    replace('showSaveDialog', async () => await Promise.resolve(file));
    replace('showOpenDialog', async () => await Promise.resolve([file]));
  }
  if (pick !== undefined) {
    replace('showQuickPick', async (items) => pick((await items) as readonly vscode.QuickPickItem[])); // its first argument
    replace('createQuickPick', () => createQuickInput(({ items, select }) => select(pick(items))));
  }
  for (const name of ['showInformationMessage', 'showWarningMessage', 'showErrorMessage'] as const) {
    replace(name, async (message, ...rest) => {
      shown.push(String(message));
      const buttons = rest.filter((item) => typeof item === 'string');
      const [options] = rest;
      if (typeof options === 'object' && options !== null && 'detail' in options) {
        details.push(String(options.detail));
      }
      return await Promise.resolve(responses.button?.(String(message), buttons));
    });
  }
  return {
    shown,
    details,
    [Symbol.dispose]: () => {
      for (const undo of restore) {
        undo();
      }
    },
  };
}

/** Enters a key into password boxes, and accepts other input boxes' default values. */
export function keyOr(key: string): (options: vscode.InputBoxOptions) => string | undefined {
  return (options) => (options.password === true ? key : options.value);
}

/** Records a context key's values until disposed. */
export function watchingContext(name: string): Disposable & { readonly values: readonly unknown[] } {
  const watched = watchingCommand('setContext');
  return {
    get values() {
      return watched.calls.filter(([key]) => key === name).map(([, value]) => value);
    },
    [Symbol.dispose]: () => watched[Symbol.dispose](),
  };
}

/** Records a command's arguments until disposed. */
export function watchingCommand(id: string): Disposable & { readonly calls: readonly (readonly unknown[])[] } {
  const calls: (readonly unknown[])[] = [];
  const original = vscode.commands.executeCommand;
  const replaceBy = (value: unknown) =>
    Object.defineProperty(vscode.commands, 'executeCommand', { value, configurable: true, writable: true });
  replaceBy((command: string, ...args: readonly unknown[]) => {
    if (command === id) {
      calls.push(args);
    }
    return original(command, ...args);
  });
  return { calls, [Symbol.dispose]: () => void replaceBy(original) };
}

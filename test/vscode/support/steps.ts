import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { Service } from '../../../src/client/endpoint.ts';
import { maxWaitMs } from '../../support/limits.ts';

const pollMs = 25;

/** Waits until something is so. */
export async function until<T>(what: string, read: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const end = Date.now() + maxWaitMs;
  for (;;) {
    const value = await read();
    if (value !== undefined && value !== false) {
      return value;
    }
    if (Date.now() > end) {
      throw new Error(`Waited ${maxWaitMs} ms in vain: ${what}`);
    }
    await pause(pollMs);
  }
}

/** Runs a command with arguments as the extension itself does: nothing is asked that it would not ask a person. */
export async function runAsPerson(command: string, ...args: readonly unknown[]): Promise<void> {
  const original: unknown = vscode.window.showWarningMessage;
  const replaceBy = (value: unknown) =>
    Object.defineProperty(vscode.window, 'showWarningMessage', { value, configurable: true, writable: true });
  replaceBy(async (message: string, ...rest: readonly unknown[]): Promise<unknown> => {
    assert.ok(typeof original === 'function');
    const response: unknown = /^Run socialData\.[\w.]+\?$/.test(message)
      ? rest.at(-1)
      : await Reflect.apply(original, vscode.window, [message, ...rest]);
    return response;
  });
  try {
    await vscode.commands.executeCommand(command, ...args);
  } finally {
    replaceBy(original);
  }
}

/** Runs a command and accepts whatever quick input it shows, with the value that it proposes, until it has ended. */
export async function runAccepting(command: string, ...args: readonly unknown[]): Promise<void> {
  await acceptUntil(runAsPerson(command, ...args));
}

/** Accepts whatever quick input is shown, with the value that it proposes, until something has ended. */
export async function acceptUntil(what: vscode.ProviderResult<unknown>): Promise<void> {
  let ended = false;
  const running = Promise.resolve(what).finally(() => {
    ended = true;
  });
  while (!ended) {
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    await Promise.race([running, pause(pollMs)]);
  }
  await running;
}

/** The response that is open in the active editor. */
export async function openResponse(): Promise<vscode.TextDocument> {
  return await until('an answer is open', () => {
    const document = vscode.window.activeTextEditor?.document;
    return document?.uri.scheme === 'social-data' ? document : undefined;
  });
}

/** The titles of the code lenses of a document, in order. */
export async function lensTitles(document: vscode.TextDocument): Promise<readonly string[]> {
  return (await lenses(document)).map((lens) => lens.command?.title ?? '');
}

/** Runs the code lens whose title matches. */
export async function runLens(document: vscode.TextDocument, title: RegExp): Promise<void> {
  const command = await until(`there is a code lens ${String(title)}`, async () => {
    const commands = (await lenses(document)).map((lens) => lens.command);
    return commands.find((candidate) => title.test(candidate?.title ?? ''));
  });
  const args: readonly unknown[] = command.arguments ?? [];
  await vscode.commands.executeCommand(command.command, ...args);
}

async function lenses(document: vscode.TextDocument): Promise<readonly vscode.CodeLens[]> {
  return await until('code lenses are there', async () => {
    const found = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', document.uri, 20);
    return found.length > 0 ? found : undefined;
  });
}

/**
 * Opens a text that is in no file, as a new one in which a person has written.
 *
 * VS Code gives it the name of one that was closed. On a busy machine it may still have the text of that one then, or none:
 * what is wanted is put in its place.
 */
export async function openText(content: string, language = 'plaintext'): Promise<vscode.TextEditor> {
  const document = await vscode.workspace.openTextDocument({ content, language });
  if (document.getText() !== content) {
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), content);
    await vscode.workspace.applyEdit(edit);
    assert.equal(document.getText(), content);
  }
  return await vscode.window.showTextDocument(document);
}

/** Closes every editor without saving. */
export async function closeEditors(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  await until('every editor is closed', () => {
    const active = vscode.window.activeTextEditor?.document.uri.scheme;
    return vscode.window.tabGroups.all.every(({ tabs }) => tabs.length === 0) && (active === undefined || active === 'output');
  });
}

/** The settings with a connection to each of these addresses, called as its service is, which is reached over it. */
export function paid(addresses: Readonly<Partial<Record<Service, string>>>) {
  const services = (['primary', 'gateway'] as const).filter((service) => addresses[service] !== undefined);
  return {
    connections: Object.fromEntries(services.map((service) => [service, { service, address: addresses[service] }])),
    selectedConnections: Object.fromEntries(services.map((service) => [service, service])),
  };
}

/**
 * Sets settings of the extension for the person, and gives a function that takes them back. Both are over once they are read. What
 * stands there already is not written: with each write all of VS Code looks at its settings again.
 */
export async function setSettings(
  values: Readonly<Record<string, unknown>>,
  section = 'socialData',
): Promise<() => Promise<void>> {
  const set = async (name: string, value: unknown) => {
    if (isDeepStrictEqual(vscode.workspace.getConfiguration(section).inspect(name)?.globalValue, value)) return;
    await vscode.workspace.getConfiguration(section).update(name, value, vscode.ConfigurationTarget.Global);
    await until(`the setting ${name} is read`, () => {
      const { globalValue, defaultValue } = vscode.workspace.getConfiguration(section).inspect(name) ?? {};
      return isDeepStrictEqual(globalValue ?? defaultValue, value ?? defaultValue);
    });
  };
  for (const [name, value] of Object.entries(values)) {
    await set(name, value);
  }
  return async () => {
    for (const name of Object.keys(values)) {
      await set(name, undefined);
    }
  };
}

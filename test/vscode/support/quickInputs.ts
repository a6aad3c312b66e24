import * as vscode from 'vscode';

type Listener<T> = (value: T) => unknown;

interface Person {
  /** Typed into an input box, or into a quick pick without items. */
  readonly types?: string;
  /** Chooses a quick pick's item; undefined hides it. */
  readonly accepts: (rows: readonly vscode.QuickPickItem[]) => vscode.QuickPickItem | undefined;
}

/**
 * Responds to `createQuickPick` and `createInputBox` in place of a user. `accepts` gets the items as shown.
 */
export function usingQuickInputs({ types = '', accepts }: Person): Disposable {
  const replaced = [
    replace('createQuickPick', () =>
      createQuickInput((pick) => {
        pick.type(types);
        return pick.select(accepts(pick.items));
      }),
    ),
    replace('createInputBox', () =>
      createQuickInput((box) => {
        box.type(types);
        return true;
      }),
    ),
  ];
  return { [Symbol.dispose]: () => replaced.forEach((undo) => undo()) };
}

interface QuickInput extends Pick<vscode.InputBox, 'title' | 'prompt' | 'password' | 'placeholder'> {
  readonly value: string;
  readonly items: readonly vscode.QuickPickItem[];
  readonly type: (text: string) => void;
  /** @returns whether there is a row to accept */
  readonly select: (row: vscode.QuickPickItem | undefined) => boolean;
}

/** @param respond responds when it is shown; returns whether Enter is pressed before it hides */
export function createQuickInput(respond: (input: QuickInput) => boolean): unknown {
  const changed: Listener<string>[] = [];
  const accepted: Listener<undefined>[] = [];
  const hidden: Listener<undefined>[] = [];
  const on =
    <T>(listeners: Listener<T>[]) =>
    (listener: Listener<T>) =>
      void listeners.push(listener);
  let isBusy = false;
  const input = {
    ...{ title: undefined, prompt: undefined, password: false, placeholder: undefined },
    value: '',
    items: [] as readonly vscode.QuickPickItem[],
    selectedItems: [] as readonly vscode.QuickPickItem[],
    activeItems: [],
    onDidChangeValue: on(changed),
    onDidAccept: on(accepted),
    onDidHide: on(hidden),
    onDidTriggerButton: () => undefined,
    onDidChangeActive: () => undefined,
    type: (text: string) => {
      if (text !== '') {
        input.value = text;
        changed.forEach((listener) => listener(text));
      }
    },
    select: (row: vscode.QuickPickItem | undefined) => {
      input.selectedItems = row === undefined ? [] : [row];
      return row !== undefined;
    },
    set busy(isLoading: boolean) {
      isBusy = isLoading;
      input.show();
    },
    show: () => {
      if (isBusy) return; // its rows are loading
      for (const listener of respond(input) ? [...accepted, ...hidden] : hidden) {
        listener(undefined);
      }
    },
    dispose: () => undefined,
  };
  return input;
}

function replace(name: 'createQuickPick' | 'createInputBox', make: () => unknown): () => void {
  const original: unknown = Reflect.get(vscode.window, name);
  Object.defineProperty(vscode.window, name, { value: make, configurable: true, writable: true });
  return () => Object.defineProperty(vscode.window, name, { value: original, configurable: true, writable: true });
}

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
      quickInput(types, (pick) => {
        const row = accepts(pick.items);
        pick.selectedItems = row === undefined ? [] : [row];
        return row !== undefined;
      }),
    ),
    replace('createInputBox', () => quickInput(types, () => true)),
  ];
  return { [Symbol.dispose]: () => replaced.forEach((undo) => undo()) };
}

interface QuickInput {
  value: string;
  items: readonly vscode.QuickPickItem[];
  selectedItems: readonly vscode.QuickPickItem[];
}

function quickInput(types: string, isAccepted: (input: QuickInput) => boolean): unknown {
  const changed: Listener<string>[] = [];
  const accepted: Listener<undefined>[] = [];
  const hidden: Listener<undefined>[] = [];
  const on =
    <T>(listeners: Listener<T>[]) =>
    (listener: Listener<T>) =>
      void listeners.push(listener);
  const input = {
    value: '',
    items: [] as readonly vscode.QuickPickItem[],
    selectedItems: [] as readonly vscode.QuickPickItem[],
    activeItems: [],
    onDidChangeValue: on(changed),
    onDidAccept: on(accepted),
    onDidHide: on(hidden),
    onDidTriggerButton: () => undefined,
    onDidChangeActive: () => undefined,
    show: () => {
      if (types !== '' && input.value === '') {
        input.value = types;
        changed.forEach((listener) => listener(types));
      }
      (isAccepted(input) ? accepted : hidden).forEach((listener) => listener(undefined));
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

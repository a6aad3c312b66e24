import * as vscode from 'vscode';

type Listener<T> = (value: T) => unknown;

/** What is typed into boxes and lists, and which row is accepted. */
interface Person {
  /** Typed into a box, or into an empty list. */
  readonly types?: string;
  /** The row of a list to accept; none: the list is left. */
  readonly accepts: (rows: readonly vscode.QuickPickItem[]) => vscode.QuickPickItem | undefined;
}

/**
 * Answers the lists and boxes that the extension makes itself in place of a person: `createQuickPick` and `createInputBox`. What is
 * drawn in a list is what `accepts` is given.
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

/** A list or a box that a person is done with as soon as it is shown. */
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

import type * as vscode from 'vscode';

export interface LazyPart<T> extends vscode.Disposable {
  readonly get: () => Promise<T>;
}

/** A part of the extension whose code loads on first use. */
export function createLazyPart<T extends vscode.Disposable>(load: () => Promise<T>): LazyPart<T> {
  let loading: Promise<T> | undefined;
  return {
    get: async () => await (loading ??= load()),
    dispose: () => {
      void loading?.then((part) => void part.dispose());
    },
  };
}

import * as vscode from 'vscode';

const scheme = 'social-data-report';

/** Shows texts that were made here in read-only documents: there is nothing to save when one is closed. */
export interface Reports extends vscode.Disposable {
  /** Opens a text in a document of that name. */
  show(name: string, text: string): Promise<void>;
}

/** Serves the reports that are open. */
export function registerReports(): Reports {
  const texts = new Map<string, string>();
  let count = 0;
  const subscription = vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: ({ query }) => texts.get(query),
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.scheme === scheme) {
        texts.delete(uri.query);
      }
    }),
  );
  return {
    show: async (name, text) => {
      count += 1; // each run has a document of its own: an older one stays as it was handed on
      const uri = vscode.Uri.from({ scheme, path: `/${name}`, query: String(count) });
      texts.set(uri.query, text);
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false });
    },
    dispose: () => {
      subscription.dispose();
    },
  };
}

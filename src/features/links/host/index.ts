import * as vscode from 'vscode';
import { exchangeScheme } from '../../../workbench/exchangeDocuments.ts';
import type { Services } from '../../../workbench/services.ts';
import { readUserOnlySetting } from '../../../workbench/settings.ts';

/** How much of a document is scanned for links: VS Code repeats the scan after each change. */
const maxLines = 50_000;
const maxCharacters = 1_000_000;

export function register(services: Services): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.languages.registerHoverProvider([{ scheme: '*' }], {
      provideHover: async (document, position, gone) => {
        const marked = readUserOnlySetting('links');
        const line = document.lineAt(position.line).text;
        // outside of responses, `@name` is rarely a handle
        const handles = marked === 'handles' || document.uri.scheme === exchangeScheme;
        const { findReferenceAt } = await import('../findLinks.ts');
        const found = findReferenceAt(line, position.character, { handles });
        if (found === undefined || marked === 'off' || marked === 'links') {
          return undefined;
        }
        const { createHoverText } = await import('./hover.ts');
        const { line: row } = position;
        return new vscode.Hover(await createHoverText(services, found, gone), new vscode.Range(row, found.start, row, found.end));
      },
    }),
    vscode.languages.registerDocumentLinkProvider([{ scheme: '*' }], createDocumentLinkProvider(services)),
    vscode.window.registerTerminalLinkProvider(createTerminalLinkProvider(services)),
  );
}

interface TerminalLookUp extends vscode.TerminalLink {
  readonly text: string;
}

/** Only links, because terminals show many numbers. A click opens the lookup. */
export function createTerminalLinkProvider({ open }: Pick<Services, 'open'>): vscode.TerminalLinkProvider<TerminalLookUp> {
  return {
    provideTerminalLinks: async ({ line }) => {
      const { findReferences } = await import('../findLinks.ts');
      return findReferences(line, { handles: false })
        .filter(({ reading }) => reading.kind !== 'id' && readUserOnlySetting('links') !== 'off')
        .map(({ start, text }) => ({ startIndex: start, length: text.length, tooltip: vscode.l10n.t('Look Up'), text }));
    },
    handleTerminalLink: async ({ text }) => await open.lookUp(text),
  };
}

/** Permalinks in any document, and ids in responses and fixtures. A click opens the lookup. */
function createDocumentLinkProvider(services: Services): vscode.DocumentLinkProvider {
  return {
    provideDocumentLinks: async (document) => {
      const text = document.getText(new vscode.Range(0, 0, maxLines, 0)).slice(0, maxCharacters);
      const { findPermalinks } = await import('../findLinks.ts');
      const permalinks = findPermalinks(text);
      // don't load the module for documents without links
      const mayHaveIds = document.uri.scheme === exchangeScheme || document.languageId === 'json';
      if ((permalinks.length === 0 && !mayHaveIds) || readUserOnlySetting('links') === 'off') {
        return [];
      }
      const { createLookUpLinks } = await import('./documentLinks.ts');
      return [...(await createLookUpLinks(services, document, { permalinks, text }))];
    },
  };
}

import * as vscode from 'vscode';
import { referenceAt } from '../../catalog/findReferences.ts';
import type { Services } from '../shared/services.ts';
import { readSetting } from '../shared/settings.ts';
import { terminalLinks } from './terminalLinks.ts';

/** Names of posts, accounts, lists and communities in the person's own texts and terminals. Makes no call. */
export function register(services: Services): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.languages.registerHoverProvider([{ scheme: '*' }], {
      provideHover: async (document, position, gone) => {
        const line = document.lineAt(position.line).text;
        const found = referenceAt(line, position.character, { handles: readSetting('hover.handles', document) ?? false });
        if (found === undefined || readSetting('hover.enabled', document) === false) {
          return undefined;
        }
        const { hoverText } = await import('./hoverText.ts');
        const { line: row } = position;
        return new vscode.Hover(await hoverText(services, found, gone), new vscode.Range(row, found.start, row, found.end));
      },
    }),
    vscode.window.registerTerminalLinkProvider(terminalLinks),
  );
}

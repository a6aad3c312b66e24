import * as vscode from 'vscode';
import { findReferences, referenceAt } from '../../app/lookUp/findReferences.ts';
import { runCommand } from '../shared/commands.ts';
import type { Services } from '../shared/services.ts';
import { readSetting } from '../shared/settings.ts';

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

/** A link in a terminal with what its look-up is to be given. */
interface LookUpLink extends vscode.TerminalLink {
  readonly text: string;
}

/** Only links: a terminal is full of numbers. Makes no call: a click opens the look-up with the link in it. */
export const terminalLinks: vscode.TerminalLinkProvider<LookUpLink> = {
  provideTerminalLinks: ({ line }) =>
    findReferences(line, { handles: false })
      .filter(({ reading }) => reading.kind !== 'id')
      .map(({ start, text }) => ({ startIndex: start, length: text.length, tooltip: vscode.l10n.t('Look Up'), text })),
  handleTerminalLink: async ({ text }) => {
    await runCommand('socialData.lookUp.anything', text);
  },
};

import * as vscode from 'vscode';
import { findReferences, referenceAt } from '../../catalog/findReferences.ts';
import { runCommand } from '../shared/commands.ts';
import type { Services } from '../shared/services.ts';
import { readSetting } from '../shared/settings.ts';

/** A link in a terminal with what its look-up is to be given. */
class TerminalReference extends vscode.TerminalLink {
  readonly text: string;

  constructor(start: number, text: string) {
    super(start, text.length, vscode.l10n.t('Look Up'));
    this.text = text;
  }
}

/** Only links: a terminal is full of numbers. */
const terminalLinks: vscode.TerminalLinkProvider<TerminalReference> = {
  provideTerminalLinks: ({ line }) =>
    findReferences(line, { handles: false })
      .filter(({ reading }) => reading.kind !== 'id')
      .map(({ start, text }) => new TerminalReference(start, text)),
  handleTerminalLink: async ({ text }) => {
    await runCommand('socialData.lookUp.anything', text);
  },
};

/** Names of posts, accounts, lists and communities in the person's own texts and terminals. Makes no call. */
export function register(services: Services): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.languages.registerHoverProvider([{ scheme: '*' }], {
      provideHover: async (document, position) => {
        const line = document.lineAt(position.line).text;
        const found = referenceAt(line, position.character, { handles: readSetting('hover.handles', document) ?? false });
        if (found === undefined || readSetting('hover.enabled', document) === false) {
          return undefined;
        }
        const { hoverText } = await import('./hoverText.ts');
        const { line: row } = position;
        return new vscode.Hover(await hoverText(services, found), new vscode.Range(row, found.start, row, found.end));
      },
    }),
    vscode.window.registerTerminalLinkProvider(terminalLinks),
  );
}

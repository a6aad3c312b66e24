import * as vscode from 'vscode';
import { findReferences } from '../../catalog/findReferences.ts';
import { runCommand } from '../shared/commands.ts';

/** A link in a terminal with what its look-up is to be given. */
class TerminalReference extends vscode.TerminalLink {
  readonly text: string;

  constructor(start: number, text: string) {
    super(start, text.length, vscode.l10n.t('Look Up'));
    this.text = text;
  }
}

/** Only links: a terminal is full of numbers. Makes no call: a click opens the look-up with the link in it. */
export const terminalLinks: vscode.TerminalLinkProvider<TerminalReference> = {
  provideTerminalLinks: ({ line }) =>
    findReferences(line, { handles: false })
      .filter(({ reading }) => reading.kind !== 'id')
      .map(({ start, text }) => new TerminalReference(start, text)),
  handleTerminalLink: async ({ text }) => {
    await runCommand('socialData.lookUp.anything', text);
  },
};

import * as vscode from 'vscode';
import type { LookUpItem, LookUpSubject } from './lookUpItems.ts';

export interface LookUpBox {
  readonly pick: vscode.QuickPick<LookUpItem>;
  readonly hidden: Promise<undefined>;
}

/** Shows the box before its code and its rows are loaded. */
export function showLookUpBox(subject: LookUpSubject, text = ''): LookUpBox {
  const { l10n } = vscode;
  const pick = vscode.window.createQuickPick<LookUpItem>();
  const [title, placeholder] =
    subject === 'anything'
      ? [l10n.t('Look Up'), l10n.t('@handles, link, ID, #tag, words, or a curl command')]
      : [l10n.t('View Thread'), l10n.t('Link or numeric ID')];
  const value = text.replaceAll(/\s*[\r\n]+\s*/g, ' '); // an input box has one line
  // a message about the clipboard must not close it
  Object.assign(pick, { title, placeholder, value, matchOnDescription: true, busy: true, ignoreFocusOut: true });
  const hidden = new Promise<undefined>((resolve) => pick.onDidHide(() => resolve(undefined)));
  pick.show();
  return { pick, hidden };
}

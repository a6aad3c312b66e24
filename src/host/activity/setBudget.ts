import * as vscode from 'vscode';
import { parseMoney } from '../../client/money.ts';
import { presentMoney } from '../shared/presentMoney.ts';
import { writeSetting } from '../shared/settings.ts';
import { budgetOf } from '../shared/sessionBudget.ts';

/** Asks for the most that this and later sessions may spend; the client holds every caller to it. */
export async function setBudget(): Promise<void> {
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('Set Budget'),
    prompt: vscode.l10n.t('The most that one session may spend, in US dollars. A call that would pass it is not sent.'),
    value: presentMoney(budgetOf()).slice(1),
    ignoreFocusOut: true,
    validateInput: (value) =>
      amountOf(value) === undefined
        ? vscode.l10n.t('Enter an amount such as 0.50; 0 sends no call that costs anything.')
        : undefined,
  });
  const amount = text === undefined ? undefined : amountOf(text);
  if (text !== undefined && amount !== undefined) {
    await writeSetting('budget.perSession', Number(amount) / 1_000_000);
  }
}

function amountOf(text: string): bigint | undefined {
  return parseMoney(text.trim().replace(/^\$/, ''), 'down');
}

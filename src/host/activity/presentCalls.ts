import * as vscode from 'vscode';

/** "1 call", "6 calls". */
export function presentCalls(count: number): string {
  return count === 1 ? vscode.l10n.t('1 call') : vscode.l10n.t('{0} calls', count);
}

/** How many calls did not say what they cost, and that the sum holds an assumption for them. */
export function presentUnreported(count: number): string {
  return count === 1
    ? vscode.l10n.t('1 call did not report its cost; the sum holds an assumption for it')
    : vscode.l10n.t('{0} calls did not report their cost; the sum holds an assumption for them', count);
}

/** How many calls broke off when they may have been paid for already. */
export function presentMaybeBilled(count: number): string {
  return count === 1
    ? vscode.l10n.t('1 call broke off after it was sent, and may have been billed')
    : vscode.l10n.t('{0} calls broke off after they were sent, and may have been billed', count);
}

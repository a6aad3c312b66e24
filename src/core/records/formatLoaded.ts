import * as l10n from '@vscode/l10n';

/** @param isStalled several pages in a row were empty, though each said that more follows */
export function formatMoreAvailable(isStalled: boolean): string {
  return isStalled ? l10n.t('several empty pages in a row, more may follow') : l10n.t('more available');
}

export function adviseOtherWords(): string {
  return l10n.t('Try fewer or different words.');
}

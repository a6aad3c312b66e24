import * as vscode from 'vscode';

/** What is counted on rows. */
export type Counted = 'followers' | 'following' | 'posts' | 'replies' | 'reposts' | 'likes' | 'members' | 'people';

// made once: to make one takes longer than all else about a row, and the language stays while VS Code runs
const compactCount = new Intl.NumberFormat(vscode.env.language, { notation: 'compact', maximumFractionDigits: 1 });
const exactCount = new Intl.NumberFormat(vscode.env.language);

/** "12,300": all digits. */
export function presentExactCount(count: number): string {
  return exactCount.format(count);
}

/** "1.2K followers", short enough for a row, or "1,234 followers"; undefined where the count is not known. */
export function presentCounted(count: number | undefined, of: Counted, digits: 'compact' | 'exact'): string | undefined {
  if (count === undefined) {
    return undefined;
  }
  const { l10n } = vscode;
  const words = digits === 'exact' ? exactCount.format(count) : compactCount.format(count);
  const isOne = count === 1;
  switch (of) {
    case 'followers':
      return isOne ? l10n.t('1 follower') : l10n.t('{0} followers', words);
    case 'following':
      return l10n.t('{0} following', words);
    case 'posts':
      return isOne ? l10n.t('1 post') : l10n.t('{0} posts', words);
    case 'replies':
      return isOne ? l10n.t('1 reply') : l10n.t('{0} replies', words);
    case 'reposts':
      return isOne ? l10n.t('1 repost') : l10n.t('{0} reposts', words);
    case 'likes':
      return isOne ? l10n.t('1 like') : l10n.t('{0} likes', words);
    case 'members':
      return isOne ? l10n.t('1 member') : l10n.t('{0} members', words);
    case 'people':
      return isOne ? l10n.t('1 person') : l10n.t('{0} people', words);
  }
}

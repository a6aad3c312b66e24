import * as vscode from 'vscode';

const { l10n } = vscode;

// shared, because creating a formatter is slow and VS Code's language never changes
const numberFormats = {
  compact: new Intl.NumberFormat(vscode.env.language, { notation: 'compact', maximumFractionDigits: 1 }),
  exact: new Intl.NumberFormat(vscode.env.language),
} as const;

const countWords = {
  followers: [l10n.t('1 follower'), (count: string) => l10n.t('{0} followers', count)],
  following: [undefined, (count: string) => l10n.t('{0} following', count)],
  posts: [l10n.t('1 post'), (count: string) => l10n.t('{0} posts', count)],
  replies: [l10n.t('1 reply'), (count: string) => l10n.t('{0} replies', count)],
  reposts: [l10n.t('1 repost'), (count: string) => l10n.t('{0} reposts', count)],
  likes: [l10n.t('1 like'), (count: string) => l10n.t('{0} likes', count)],
  members: [l10n.t('1 member'), (count: string) => l10n.t('{0} members', count)],
  responses: [l10n.t('1 response'), (count: string) => l10n.t('{0} responses', count)],
  fixtures: [l10n.t('1 fixture'), (count: string) => l10n.t('{0} fixtures', count)],
  problems: [l10n.t('1 problem'), (count: string) => l10n.t('{0} problems', count)],
  participants: [l10n.t('1 person'), (count: string) => l10n.t('{0} people', count)],
} as const;

/** "12,300" */
export function formatExactCount(count: number): string {
  return numberFormats.exact.format(count);
}

/** "12.3K" */
export function formatCompactCount(count: number): string {
  return numberFormats.compact.format(count);
}

/** "1.2K followers", or "1,234 followers". Omits unknown counts. */
export function formatCounts<Name extends keyof typeof countWords>(
  of: Readonly<Partial<Record<Name, number | undefined>>>,
  format: keyof typeof numberFormats,
  ...names: readonly Name[]
): readonly string[] {
  return names.flatMap((name) => {
    const count = of[name];
    const [one, several] = countWords[name];
    return count === undefined ? [] : count === 1 && one !== undefined ? one : several(numberFormats[format].format(count));
  });
}

/** "1 record", "20 records". */
export function formatRecordCount(count: number): string {
  return count === 1 ? l10n.t('1 record') : l10n.t('{0} records', count);
}

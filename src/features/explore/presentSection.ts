import * as l10n from '@vscode/l10n';

const sectionIcons = {
  posts: 'comment',
  topPosts: 'flame',
  postsAndReplies: 'comment-discussion',
  media: 'file-media',
  likes: 'heart',
  articles: 'book',
  followers: 'person',
  following: 'person-add',
  verifiedFollowers: 'verified',
  members: 'person',
  moderators: 'shield',
  participants: 'person',
  lists: 'list-unordered',
  spaces: 'unmute',
  communities: 'organization',
  rules: 'law',
  about: 'info',
} as const;

export type SectionId = keyof typeof sectionIcons;

export function presentSection(id: SectionId): { readonly title: string; readonly icon: (typeof sectionIcons)[SectionId] } {
  const titles: Readonly<Record<SectionId, string>> = {
    posts: l10n.t('Posts'),
    topPosts: l10n.t('Top Posts'),
    postsAndReplies: l10n.t('Posts & Replies'),
    media: l10n.t('Media'),
    likes: l10n.t('Likes'),
    articles: l10n.t('Articles'),
    followers: l10n.t('Followers'),
    following: l10n.t('Following'),
    verifiedFollowers: l10n.t('Verified Followers'),
    members: l10n.t('Members'),
    moderators: l10n.t('Moderators'),
    participants: l10n.t('Participants'),
    lists: l10n.t('Lists'),
    spaces: l10n.t('Spaces'),
    communities: l10n.t('Communities'),
    rules: l10n.t('Rules'),
    about: l10n.t('About'),
  };
  return { title: titles[id], icon: sectionIcons[id] };
}

export function isSectionId(name: string): name is SectionId {
  return Object.hasOwn(sectionIcons, name);
}

import * as vscode from 'vscode';
import type { SectionId } from './sections.ts';

/** The title and icon of a part of a record. */
export function presentSection(id: SectionId): { readonly title: string; readonly icon: string } {
  const { l10n } = vscode;
  switch (id) {
    case 'posts':
      return { title: l10n.t('Posts'), icon: 'comment' };
    case 'topPosts':
      return { title: l10n.t('Top Posts'), icon: 'flame' };
    case 'postsAndReplies':
      return { title: l10n.t('Posts & Replies'), icon: 'comment-discussion' };
    case 'media':
      return { title: l10n.t('Media'), icon: 'file-media' };
    case 'likes':
      return { title: l10n.t('Likes'), icon: 'heart' };
    case 'articles':
      return { title: l10n.t('Articles'), icon: 'book' };
    case 'followers':
      return { title: l10n.t('Followers'), icon: 'person' };
    case 'following':
      return { title: l10n.t('Following'), icon: 'person-add' };
    case 'verifiedFollowers':
      return { title: l10n.t('Verified Followers'), icon: 'verified' };
    case 'members':
      return { title: l10n.t('Members'), icon: 'person' };
    case 'moderators':
      return { title: l10n.t('Moderators'), icon: 'shield' };
    case 'lists':
      return { title: l10n.t('Lists'), icon: 'list-unordered' };
    case 'spaces':
      return { title: l10n.t('Spaces'), icon: 'unmute' };
    case 'communities':
      return { title: l10n.t('Communities'), icon: 'organization' };
    case 'rules':
      return { title: l10n.t('Rules'), icon: 'law' };
    case 'about':
      return { title: l10n.t('About'), icon: 'info' };
  }
}

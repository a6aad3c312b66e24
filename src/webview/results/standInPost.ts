import type { Post } from '../../protocol/post.ts';
import { isoTime } from '../../results/table/cellText.ts';
import { cellOf, type Records, textOf } from './records.ts';

const emptyPost: Post = {
  id: '',
  url: '',
  author: { id: '', handle: '', name: '', picture: null, badge: null, isProtected: false, isAutomated: false },
  segments: [],
  lang: '',
  createdAt: '',
  media: [],
  poll: null,
  card: null,
  article: null,
  counts: { likes: null, reposts: null, replies: null, quotes: null, bookmarks: null, views: null },
  source: null,
  isPinned: false,
  quoted: null,
  quotedAbsence: null,
  replyTo: null,
  repostedBy: null,
  note: null,
  isEdited: false,
  place: null,
  community: null,
  replyPolicy: null,
  notice: null,
};

/** Who wrote what and when, as the row of a post says it: drawn until the host has made the post, so that no card is ever empty. */
export function standInPost(records: Records, row: number): Post {
  const text = textOf(records, row, 'text');
  const time = cellOf(records, row, 'created_at');
  const picture = textOf(records, row, 'author_avatar_url');
  return {
    ...emptyPost,
    author: {
      ...emptyPost.author,
      handle: textOf(records, row, 'author_username'),
      name: textOf(records, row, 'author_name'),
      picture: picture === '' ? null : picture,
    },
    segments: text === '' ? [] : [{ kind: 'text', text }],
    createdAt: typeof time === 'number' ? isoTime(time) : '',
  };
}

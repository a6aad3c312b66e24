import type { Media } from '../../client/schemas/media.ts';
import type { NestedTweet } from '../../client/schemas/tweet.ts';
import type { User } from '../../client/schemas/user.ts';
import type { CommunityNote, TweetExtra } from '../../client/upstream/extra.ts';
import type { InnerPost, Medium, Segment, ThreadAuthor, ThreadPost } from '../../protocol/threadPost.ts';
import { toSegments, webAddress } from '../post/toSegments.ts';
import type { PagePost } from './threadPage.ts';

/**
 * A record as the thread shows it. Addresses that are no web addresses are left out; texts stay as they came, and are
 * only ever shown as text.
 */
export function toThreadPost({ record, extra }: PagePost): ThreadPost {
  const repost = record.retweetOf;
  // a repost is shown as what it repeats
  const shown: NestedTweet = repost ?? { ...record, quoted: null, retweetOf: null };
  const shownExtra = repost === null ? extra : extra?.retweetOf;
  const { counts } = shown;
  return {
    ...toInnerPost(shown, shownExtra),
    id: record.id,
    url: webAddress(shown.url) ?? '',
    counts: {
      likes: counts.likes,
      retweets: counts.retweets,
      replies: counts.replies,
      quotes: counts.quotes,
      bookmarks: counts.bookmarks,
      views: shownExtra?.hasViewCount === false ? null : counts.views,
    },
    source: shown.source,
    isPinned: record.isPinned,
    quoted: record.quoted === null ? null : toInnerPost(record.quoted, extra?.quoted),
    quotedAbsence:
      extra?.quotedAbsence === undefined
        ? null
        : { text: extra.quotedAbsence.text ?? null, reason: extra.quotedAbsence.reason ?? null },
    repostedBy: repost === null ? null : { handle: record.author.username, name: record.author.name },
    note:
      shownExtra?.communityNote === undefined
        ? null
        : { segments: [...toNoteSegments(shownExtra.communityNote)], url: webAddress(shownExtra.communityNote.url) ?? null },
    versions: Math.max(1, shownExtra?.edits?.ids.length ?? 1),
    place: shownExtra?.place?.fullName ?? null,
    community:
      shownExtra?.community === undefined ? null : { id: shownExtra.community.id, name: shownExtra.community.name ?? '' },
    replyPolicy: shownExtra?.replyPolicy ?? shownExtra?.replyLimit ?? null,
    notice: shownExtra?.notice ?? null,
  };
}

function toInnerPost(record: NestedTweet, extra: TweetExtra | undefined): InnerPost {
  return {
    id: record.id,
    url: webAddress(record.url) ?? '',
    author: toAuthor(record.author),
    segments: [...toSegments(visibleText(record.text, extra), linksOf(record, extra))],
    lang: toLanguage(record.lang),
    createdAt: record.createdAt,
    media: record.media.map(toMedium),
    poll: toPoll(extra),
    card: toCard(extra, record.url),
    article: toArticle(record, extra),
  };
}

/** A language that can be said to a browser; the platform has codes of its own for what is none ("qme", "zxx", "und"). */
function toLanguage(code: string): string {
  return /^(?!q[a-t]|und|zxx|art)[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/.test(code) ? code : '';
}

/** The text without the handles in front of an answer, where the platform says which part is meant to be seen. */
function visibleText(text: string, extra: TweetExtra | undefined): string {
  const start = extra?.displayRange?.[0] ?? 0;
  return start === 0 ? text : [...text].slice(start).join('').trimStart();
}

function linksOf(record: NestedTweet, extra: TweetExtra | undefined) {
  return (extra?.links ?? []).concat(record.urls.map((url) => ({ token: url, url, display: undefined })));
}

function toAuthor(user: User): ThreadAuthor {
  return {
    id: user.id,
    handle: user.username,
    name: user.name,
    picture: webAddress(user.avatarUrl) ?? null,
    badge: toBadge(user),
    isProtected: user.protected,
    isAutomated: user.isAutomated,
    label: null,
  };
}

function toBadge({ verified, verifiedType }: User): ThreadAuthor['badge'] {
  switch (verifiedType?.toLowerCase()) {
    case 'business':
      return 'business';
    case 'government':
      return 'government';
    default:
      return verified ? 'verified' : null;
  }
}

function toMedium({ type, url, previewUrl, width, height, altText, durationMs }: Media): Medium {
  return {
    type: type === 'photo' || type === 'video' ? type : type === 'animated_gif' ? 'gif' : 'other',
    url: webAddress(url) ?? '',
    preview: webAddress(previewUrl) ?? '',
    width,
    height,
    alt: altText,
    durationMs,
  };
}

function toPoll(extra: TweetExtra | undefined): ThreadPost['poll'] {
  const poll = extra?.poll;
  return poll === undefined
    ? null
    : {
        choices: poll.choices.map(({ label, votes }) => ({ label, votes: votes ?? null })),
        isFinal: poll.isFinal,
        endsAt: poll.endsAt ?? null,
      };
}

/** The words of a note, cut where the platform says that its links stand. */
function toNoteSegments({ text, links }: CommunityNote): readonly Segment[] {
  const letters = [...text];
  const segments: Segment[] = [];
  let done = 0;
  for (const { start, end, url } of links.toSorted((one, other) => one.start - other.start)) {
    const address = webAddress(url);
    if (address !== undefined && start >= done && end <= letters.length) {
      segments.push(...toSegments(letters.slice(done, start).join('')));
      segments.push({ kind: 'link', text: letters.slice(start, end).join(''), url: address });
      done = end;
    }
  }
  return [...segments, ...toSegments(letters.slice(done).join(''))];
}

/** @param postUrl an audio room stands on the site of the post that shows it */
function toCard(extra: TweetExtra | undefined, postUrl: string): ThreadPost['card'] {
  const card = extra?.card;
  if (card?.roomId !== undefined && /^\w{1,30}$/.test(card.roomId)) {
    const site = URL.parse(postUrl)?.origin;
    const url = webAddress(site === undefined ? card.url : `${site}/i/spaces/${card.roomId}`) ?? null;
    return { url, title: '', description: null, domain: null, picture: null, roomId: card.roomId };
  }
  if (card === undefined || (card.title === undefined && card.url === undefined)) {
    return null;
  }
  return {
    url: webAddress(card.url) ?? null,
    title: card.title ?? card.domain ?? card.name,
    description: card.description ?? null,
    domain: card.domain ?? null,
    picture: webAddress(card.imageUrl) ?? null,
    roomId: null,
  };
}

function toArticle({ article }: NestedTweet, extra: TweetExtra | undefined): ThreadPost['article'] {
  if (article === null) {
    return null;
  }
  const text = (name: string): string => {
    const value = article[name];
    return typeof value === 'string' ? value : '';
  };
  const blocks = extra?.article?.blocks.map((block) => block.text) ?? [];
  const content = text('content');
  return {
    title: text('title'),
    preview: text('previewText'),
    url: webAddress(text('url')) ?? null,
    picture: webAddress(text('coverUrl')) ?? null,
    paragraphs: blocks.length > 0 ? blocks : content === '' ? [] : content.split(/\n{2,}/),
  };
}

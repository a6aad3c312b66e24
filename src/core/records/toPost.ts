import type { MediaRecord, PostRecord, UserRecord } from '../../client/records/readRecord.ts';
import type { CommunityNote, RecordExtra, TweetExtra } from '../../client/upstream/upstreamPage.ts';
import type { BasePost, PostMedium, Post, PostAuthor, TextSegment } from '../channel/post.ts';
import { shortenText, stripToSingleLine, stripHiddenCharacters } from '../text/stripHiddenCharacters.ts';

/** Far beyond the platform's limits. */
const [maxLine, maxWords] = [300, 4_000];
/** Longer addresses and tags are shown as plain text. */
const [maxAddress, maxTag] = [4_000, 100];
/** The rest of the text is plain. */
const maxSegments = 4_000;

/**
 * A post that is safe to show: only web addresses are included, and hidden characters are removed from all strings except the
 * post's own text. Missing values are null or empty, never 0.
 * @param more data from the raw format
 */
export function toPost(record: PostRecord, more?: RecordExtra): Post {
  const extra = more !== undefined && 'hasViewCount' in more ? more : undefined;
  const shown = record.repostOf ?? record;
  const shownExtra = record.repostOf === undefined ? extra : extra?.retweetOf;
  const quoted = shown.quoted ?? record.quoted;
  const note = shownExtra?.communityNote;
  return {
    ...toBasePost(shown, shownExtra),
    id: record.id ?? '',
    counts: {
      likes: toWholeCount(shown.likes),
      reposts: toWholeCount(shown.reposts),
      replies: toWholeCount(shown.replies),
      quotes: toWholeCount(shown.quotes),
      bookmarks: toWholeCount(shown.bookmarks),
      views: toWholeCount(shown.views),
    },
    source: toVisibleLine(shown.source),
    isPinned: record.isPinned === true,
    quoted: quoted === undefined ? null : toBasePost(quoted, shownExtra?.quoted ?? extra?.quoted),
    quotedAbsence: shownExtra?.quotedAbsence === undefined ? null : { text: toVisibleText(shownExtra.quotedAbsence.text) },
    replyTo: toVisibleLine(shown.replyToHandle),
    repostedBy:
      record.repostOf === undefined
        ? null
        : { handle: toVisibleLine(record.author?.handle) ?? '', name: toVisibleLine(record.author?.name) ?? '' },
    note: note === undefined ? null : { segments: toNoteSegments(note), url: toSafeWebAddress(note.url) ?? null },
    isEdited: (shownExtra?.edits?.ids.length ?? 1) > 1,
    place: toVisibleLine(shown.place),
    community: toVisibleLine(shown.community?.name),
    replyPolicy: toVisibleText(shownExtra?.replyPolicy ?? shownExtra?.replyLimit),
    notice: toVisibleText(shownExtra?.notice),
  };
}

/** One line; null if missing. */
export function toVisibleLine(text: string | undefined): string | null {
  return text === undefined ? null : shortenText(stripToSingleLine(text), maxLine);
}

/** Keeps line breaks; null if missing. */
export function toVisibleText(text: string | undefined): string | null {
  return text === undefined ? null : shortenText(stripHiddenCharacters(text), maxWords);
}

function toBasePost(record: PostRecord, extra: TweetExtra | undefined): BasePost {
  return {
    id: record.id ?? '',
    url: toSafeWebAddress(record.url) ?? '',
    author: toAuthor(record.author),
    segments: toTextSegments(stripReplyHandles(record.text ?? '', extra), listTextLinks(record)),
    lang: toLanguageTag(record.lang ?? ''),
    createdAt: record.createdAt ?? '',
    isSensitive: extra?.isSensitive === true,
    media: (record.media ?? []).map(toMedium),
    poll: toPoll(extra),
    card: toCard(extra, record),
    article: toArticle(record, extra),
  };
}

function toWholeCount(count: number | undefined): number | null {
  return count !== undefined && Number.isSafeInteger(Math.trunc(count)) ? Math.trunc(count) : null;
}

/** A code that browsers know. The platform has its own codes for text without a language ("qme", "zxx", "und"). */
function toLanguageTag(code: string): string {
  return /^(?!q[a-t]|und|zxx|art)[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/.test(code) ? code : '';
}

/**
 * Removes the handles before the platform's display range from a reply. Keeps them in a reply to a user without a post, because
 * nothing above would name that user.
 */
function stripReplyHandles(text: string, extra: TweetExtra | undefined): string {
  const start = extra?.replyToUser === undefined ? (extra?.displayRange?.[0] ?? 0) : 0;
  return start === 0 ? text : [...text].slice(start).join('').trimStart();
}

/** Finds each link by its short address and by its target. */
function listTextLinks({ links = [] }: PostRecord): readonly TextTokenWithUrl[] {
  return [
    ...links.flatMap(({ token, url }) => (token === undefined || url === undefined ? [] : [{ token, url }])),
    ...links.flatMap(({ url }) => (url === undefined ? [] : [{ token: url, url }])),
  ];
}

function toAuthor(user: UserRecord | undefined): PostAuthor {
  return {
    id: user?.id ?? '',
    handle: toVisibleLine(user?.handle) ?? '',
    name: toVisibleLine(user?.name) ?? '',
    picture: toSafeWebAddress(user?.avatarUrl) ?? null,
    badge: user === undefined ? null : toVerifiedBadge(user),
    isProtected: user?.isProtected === true,
    isAutomated: user?.isAutomated === true,
  };
}

export function toVerifiedBadge({ isVerified, verifiedType }: UserRecord): PostAuthor['badge'] {
  switch (verifiedType?.toLowerCase()) {
    case 'business':
      return 'business';
    case 'government':
      return 'government';
    default:
      return isVerified === true ? 'verified' : null;
  }
}

function toMedium({ type, url, previewUrl, alt, durationMs }: MediaRecord): PostMedium {
  return {
    type: type === 'photo' || type === 'video' ? type : type === 'animated_gif' ? 'gif' : 'other',
    url: toSafeWebAddress(url) ?? '',
    preview: toSafeWebAddress(previewUrl) ?? '',
    alt: toVisibleText(alt),
    durationMs: toWholeCount(durationMs),
  };
}

function toPoll(extra: TweetExtra | undefined): Post['poll'] {
  const poll = extra?.poll;
  return poll === undefined
    ? null
    : {
        choices: poll.choices.map(({ label, votes }) => ({ label: toVisibleLine(label) ?? '', votes: votes ?? null })),
        isFinal: poll.isFinal,
        endsAt: poll.endsAt ?? null,
      };
}

/** Splits a note at its links. */
function toNoteSegments({ text, links }: CommunityNote): readonly TextSegment[] {
  const letters = [...text];
  const segments: TextSegment[] = [];
  let done = 0;
  for (const { start, end, url } of links.toSorted((one, other) => one.start - other.start)) {
    const address = toSafeWebAddress(url);
    if (address !== undefined && start >= done && end <= letters.length) {
      segments.push(...toTextSegments(letters.slice(done, start).join('')));
      segments.push({ kind: 'link', text: withHostIfUnnamed(letters.slice(start, end).join(''), address), url: address });
      done = end;
    }
  }
  return [...segments, ...toTextSegments(letters.slice(done).join(''))];
}

function toCard(extra: TweetExtra | undefined, post: PostRecord): Post['card'] {
  const card = extra?.card;
  if (card?.roomId !== undefined && /^\w{1,30}$/.test(card.roomId)) {
    // a Space is on the same site as the post
    const site = post.url === undefined ? undefined : URL.parse(post.url)?.origin;
    const url = toSafeWebAddress(site === undefined ? card.url : `${site}/i/spaces/${card.roomId}`) ?? null;
    return { url, title: '', description: null, domain: null, picture: null, roomId: card.roomId };
  }
  if (card === undefined || (card.title === undefined && card.url === undefined)) {
    return null;
  }
  // the card's address is one of the post's short links
  const url =
    toSafeWebAddress(post.links?.find(({ token }) => token !== undefined && token === card.url)?.url ?? card.url) ?? null;
  const domain = toVisibleLine(card.domain);
  return {
    url,
    title: toVisibleLine(card.title ?? card.domain ?? card.name) ?? '',
    description: toVisibleText(card.description),
    domain: url === null ? domain : withHostIfUnnamed(domain ?? '', url),
    picture: toSafeWebAddress(card.imageUrl) ?? null,
    roomId: null,
  };
}

function toArticle({ article }: PostRecord, extra: TweetExtra | undefined): Post['article'] {
  if (article === undefined) {
    return null;
  }
  const blocks = extra?.article?.blocks.map((block) => block.text) ?? [];
  const content = article.content ?? '';
  return {
    title: toVisibleLine(article.title) ?? '',
    preview: toVisibleText(article.preview) ?? '',
    url: toSafeWebAddress(article.url) ?? null,
    picture: extra?.isSensitive === true ? null : (toSafeWebAddress(article.pictureUrl) ?? null),
    paragraphs: blocks.length > 0 ? blocks : content === '' ? [] : content.split(/\n{2,}/),
  };
}

export interface TextTokenWithUrl {
  readonly token: string;
  readonly url: string;
}

const linkMentionOrTagPattern =
  /https?:\/\/[^\s<>"']+|(?<![\p{L}\p{N}_@])@\w{1,15}(?!\w)|(?<![\p{L}\p{N}_&])[#＃](?=[\p{L}\p{N}_]*[\p{L}_])[\p{L}\p{M}\p{N}_]+|(?<![\p{L}\p{N}_$@#])\$[A-Za-z]{1,6}(?:[._][A-Za-z]{1,2})?(?![\p{L}\p{N}_$])/gu;
/** Punctuation after an address. The lookbehind avoids quadratic time on long runs. */
const trailingPunctuationPattern = /(?<![.,;:!?)\]}'"»”’])[.,;:!?)\]}'"»”’]+$/u;

/**
 * Splits a string into plain text, links, mentions, hashtags, and cashtags.
 * @param links the targets of short addresses; other addresses are their own target
 */
export function toTextSegments(text: string, links: readonly TextTokenWithUrl[] = []): readonly TextSegment[] {
  const segments: TextSegment[] = [];
  const findLink = createLinkFinder(links);
  let end = 0;
  const plain = (until: number) => {
    if (until > end) {
      segments.push({ kind: 'text', text: text.slice(end, until) });
    }
  };
  for (const match of text.matchAll(linkMentionOrTagPattern)) {
    if (segments.length >= maxSegments) {
      break;
    }
    const segment = toSegment(match[0], findLink);
    if (segment !== undefined) {
      plain(match.index);
      segments.push(segment.segment);
      end = match.index + segment.length;
    }
  }
  plain(text.length);
  return segments;
}

function toSegment(
  word: string,
  findLink: (word: string) => TextTokenWithUrl | undefined,
): { readonly segment: TextSegment; readonly length: number } | undefined {
  if (word.startsWith('@')) {
    return { segment: { kind: 'mention', text: word, handle: word.slice(1) }, length: word.length };
  }
  if (word.startsWith('$')) {
    return { segment: { kind: 'tag', text: word, tag: word }, length: word.length };
  }
  if (/^[#＃]/u.test(word)) {
    return word.length > maxTag ? undefined : { segment: { kind: 'tag', text: word, tag: word.slice(1) }, length: word.length };
  }
  const known = findLink(word);
  const token = known?.token ?? word.replace(trailingPunctuationPattern, '');
  const url = toSafeWebAddress(known?.url ?? token);
  return url === undefined ? undefined : { segment: { kind: 'link', text: shortenAddress(url), url }, length: token.length };
}

/**
 * Finds the longest link that a word begins with, because one short address may be the beginning of another. Looks up tokens by
 * length, which is fast even for thousands of links.
 */
function createLinkFinder(links: readonly TextTokenWithUrl[]): (word: string) => TextTokenWithUrl | undefined {
  const byToken = new Map<string, TextTokenWithUrl>();
  for (const link of links) {
    if (link.token !== '' && !byToken.has(link.token)) {
      byToken.set(link.token, link);
    }
  }
  const lengths = [...new Set(Array.from(byToken.keys(), (token) => token.length))].toSorted((one, other) => other - one);
  return (word) => {
    const length = lengths.find((one) => one <= word.length && byToken.has(word.slice(0, one)));
    return length === undefined ? undefined : byToken.get(word.slice(0, length));
  };
}

/** Only http and https, without a username or password, which could hide the host. */
export function toSafeWebAddress(text: string | null | undefined): string | undefined {
  const url = text === null || text === undefined || text.length > maxAddress ? null : URL.parse(text);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === ''
    ? url.href
    : undefined;
}

/** Appends the host, unless the words begin with it, because they may name a different host. */
function withHostIfUnnamed(words: string, address: string): string {
  const { host } = new URL(address);
  const shown = stripToSingleLine(words);
  const [named] = stripSchemeAndWww(shown).split(/[/?#…\s]/);
  return shown === '' ? host : named === stripSchemeAndWww(host) ? shown : `${shown} (${host})`;
}

function stripSchemeAndWww(address: string): string {
  return address.toLowerCase().replace(/^(?:https?:\/\/)?(?:www\.)?/, '');
}

/** Never shortens the host. */
function shortenAddress(address: string): string {
  const url = new URL(address);
  const rest = `${url.pathname}${url.search}${url.hash}`.replace(/^\/$/, '');
  return `${url.host}${rest.length > 24 ? `${rest.slice(0, 23)}…` : rest}`;
}

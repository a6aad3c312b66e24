import type { MediaRecord, PostRecord, UserRecord } from '../../client/records/readRecord.ts';
import type { CommunityNote, RecordExtra, TweetExtra } from '../../client/upstream/upstreamPage.ts';
import type { BasePost, PostMedium, Post, PostAuthor, TextSegment } from '../channel/post.ts';
import { shortenText, stripToSingleLine, stripHiddenCharacters } from '../text/stripHiddenCharacters.ts';

/** Far more than the platform takes for a name or another line, and for some words beside a post. */
const [maxLine, maxWords] = [300, 4_000];
/** The longest address or tag that is followed; what is longer stays words. */
const [maxAddress, maxTag] = [4_000, 100];
/** How many pieces a text is cut into; what follows stays words. */
const maxSegments = 4_000;

/**
 * A record as pages show it. Addresses that are no web addresses are left out; the words of a post stay as they came, and all
 * else is fit to be shown. What the service does not report is null, empty or left out, never 0.
 * @param more what only the raw format says of it
 */
export function toPost(record: PostRecord, more?: RecordExtra): Post {
  const extra = more !== undefined && 'hasViewCount' in more ? more : undefined;
  const shown = record.repostOf ?? record;
  const shownExtra = record.repostOf === undefined ? extra : extra?.retweetOf;
  const quoted = shown.quoted ?? record.quoted;
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
    note: toNote(shownExtra?.communityNote),
    isEdited: (shownExtra?.edits?.ids.length ?? 1) > 1,
    place: toVisibleLine(shown.place),
    community: toVisibleLine(shown.community?.name),
    replyPolicy: toVisibleText(shownExtra?.replyPolicy ?? shownExtra?.replyLimit),
    notice: toVisibleText(shownExtra?.notice),
  };
}

/** A foreign text as one line; null where there is none. */
export function toVisibleLine(text: string | undefined): string | null {
  return text === undefined ? null : shortenText(stripToSingleLine(text), maxLine);
}

/** The same with its own line breaks, for some words beside a post. */
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

/** A count fit to show: services send whole numbers. */
function toWholeCount(count: number | undefined): number | null {
  return count !== undefined && Number.isSafeInteger(Math.trunc(count)) ? Math.trunc(count) : null;
}

/** A language that can be said to a browser; the platform has codes of its own for what is none ("qme", "zxx", "und"). */
function toLanguageTag(code: string): string {
  return /^(?!q[a-t]|und|zxx|art)[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/.test(code) ? code : '';
}

/**
 * The text without the handles in front of a response, where the platform says which part is meant to be seen. A response to
 * somebody who wrote no post has nothing above it that would name them.
 */
function stripReplyHandles(text: string, extra: TweetExtra | undefined): string {
  const start = extra?.replyToUser === undefined ? (extra?.displayRange?.[0] ?? 0) : 0;
  return start === 0 ? text : [...text].slice(start).join('').trimStart();
}

/** The links by what stands for them in the text, and by where they lead. */
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

function toNote(note: CommunityNote | undefined): Post['note'] {
  return note === undefined ? null : { segments: toNoteSegments(note), url: toSafeWebAddress(note.url) ?? null };
}

/** The words of a note, cut where the platform says that its links stand. */
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
    // an audio room stands on the site of the post that shows it
    const site = post.url === undefined ? undefined : URL.parse(post.url)?.origin;
    const url = toSafeWebAddress(site === undefined ? card.url : `${site}/i/spaces/${card.roomId}`) ?? null;
    return { url, title: '', description: null, domain: null, picture: null, roomId: card.roomId };
  }
  if (card === undefined || (card.title === undefined && card.url === undefined)) {
    return null;
  }
  // the platform names a link of the post by its short address
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
    // the words of the article say enough where its picture is not for everybody
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
/** What ends a sentence behind an address. Only where a run of it begins: from each of its characters, a long one takes seconds. */
const trailingPunctuationPattern = /(?<![.,;:!?)\]}'"»”’])[.,;:!?)\]}'"»”’]+$/u;

/**
 * Cuts a text into words, links, mentions, hashtags and cashtags. Joined again, the pieces that are no links are the text as it was.
 * @param links what the platform said of the addresses in it; others lead where they say
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
 * Finds the link with which a word begins; the longest: one short address may begin as another does. By length and token, so
 * that a text of thousands of addresses does not look at all links for each.
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

/** An address that may be opened: http and https, nothing that hides a host behind a name and password. */
export function toSafeWebAddress(text: string | null | undefined): string | undefined {
  const url = text === null || text === undefined || text.length > maxAddress ? null : URL.parse(text);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === ''
    ? url.href
    : undefined;
}

/** Words that stand for an address: the host is behind them where they do not begin with it, for they may name another one. */
function withHostIfUnnamed(words: string, address: string): string {
  const { host } = new URL(address);
  const shown = stripToSingleLine(words);
  const [named] = stripSchemeAndWww(shown).split(/[/?#…\s]/);
  return shown === '' ? host : named === stripSchemeAndWww(host) ? shown : `${shown} (${host})`;
}

function stripSchemeAndWww(address: string): string {
  return address.toLowerCase().replace(/^(?:https?:\/\/)?(?:www\.)?/, '');
}

/** The host, always whole, and as much of the rest as a line takes. */
function shortenAddress(address: string): string {
  const url = new URL(address);
  const rest = `${url.pathname}${url.search}${url.hash}`.replace(/^\/$/, '');
  return `${url.host}${rest.length > 24 ? `${rest.slice(0, 23)}…` : rest}`;
}

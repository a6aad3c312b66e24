import { isPlatformHost, type LookUpReading, parseLookUpInput } from '../../core/records/parseLookUpInput.ts';
import type { LookUpChoice } from '../lookUp/index.ts';

/** A link to a lookup. Indexes are UTF-16; `end` is exclusive. */
export interface FoundLink {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Undefined for an id of unknown kind. */
  readonly subject: LookUpChoice['subject'] | undefined;
}

/** A document with more links is a data dump; the rest isn't linked. */
const maxLinks = 1_000;

const subjectByIdProperty: Readonly<Record<string, LookUpChoice['subject'] | undefined>> = {
  id: undefined,
  id_str: undefined,
  rest_id: undefined,
  user_id: 'user',
  user_id_str: 'user',
  userId: 'user',
  in_reply_to_user_id_str: 'user',
  tweetId: 'thread',
  conversationId: 'thread',
  conversation_id_str: 'thread',
  in_reply_to_status_id_str: 'thread',
  quoted_status_id_str: 'thread',
  retweeted_status_id_str: 'thread',
  source_status_id_str: 'thread',
  listId: 'list',
  communityId: 'community',
};

const pageSegmentBySubject: Readonly<Partial<Record<LookUpChoice['subject'], string>>> = {
  user: 'user',
  thread: 'status',
  list: 'lists',
  community: 'communities',
};

/** An id doesn't show what it identifies; a link does. @param subject undefined if it isn't known */
export function toIdText(id: string, subject: LookUpChoice['subject'] | undefined, site: string): string {
  const segment = subject === undefined ? undefined : pageSegmentBySubject[subject];
  return segment === undefined ? id : `${site}/i/${segment}/${id}`;
}

/** A property name and a number. Quotes inside a string are escaped, so there are no matches in strings. */
const idPropertyPattern = /"(\w{2,30})"\s{0,20}:\s{0,20}(?:"(\d{1,20})(?=")|(\d{1,20})(?![\w.]))/g;

/** A reference to something on the platform. Indexes are UTF-16; `end` is exclusive. */
export interface TextReference {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly reading: Extract<LookUpReading, { kind: 'handle' | 'id' | 'user' | 'post' | 'list' | 'community' | 'space' }>;
}

export interface ReferenceOptions {
  /** Accepts a plain `@name`. In source code, that is usually a decorator, a scope, or an email address. */
  readonly handles: boolean;
}

/** Longer lines are data, and scanning them would delay typing. */
const maxLineLength = 20_000;

/** The text scanned on each side of the pointer; longer than any reference. */
const charactersReadAroundPlace = 4_000;

/** A link ends before punctuation that closes a string or a bracket. */
const webLinkPattern = /https?:\/\/[^\s"'`<>()[\]{}|\\^]+/gi;
/** The lookbehind keeps a long run of punctuation from taking quadratic time. */
const trailingPunctuationPattern = /(?<![.,;:!?*_~])[.,;:!?*_~]+$/;
const handleWithAtSignPattern = /(?<![\w@/.&-])@[A-Za-z0-9_]{1,15}(?![\w@/-]|\.\w|:\/)/g;
/** Shorter numbers are rarely ids: ids of the last ten years have 18 or 19 digits. */
const longIdPattern = /(?<![\w.-])\d{17,20}(?![\w.-])/g;

/**
 * Finds links to posts, profiles, lists, communities, and Spaces, long ids, and optionally handles.
 * @returns in order, without overlaps
 */
export function findReferences(line: string, options: ReferenceOptions): readonly TextReference[] {
  if (line.length > maxLineLength) {
    return [];
  }
  const webLinks = [...line.matchAll(webLinkPattern)];
  const links = webLinks.flatMap(toLinkReferences);
  const linked = webLinks.map((match) => ({ start: match.index, end: match.index + match[0].length }));
  const loose = [
    ...[...line.matchAll(longIdPattern)].flatMap((match) => parseTextAsReference(match[0], match.index)),
    ...(options.handles
      ? [...line.matchAll(handleWithAtSignPattern)].flatMap((match) => parseTextAsReference(match[0], match.index))
      : []),
  ].filter(({ start, end }) => !linked.some((span) => start < span.end && end > span.start));
  return [...links, ...loose].toSorted((left, right) => left.start - right.start);
}

/** @param character UTF-16 offset in the line, from 0 */
export function findReferenceAt(line: string, character: number, options: ReferenceOptions): TextReference | undefined {
  const from = Math.max(0, character - charactersReadAroundPlace);
  const near = line.slice(from, character + charactersReadAroundPlace);
  const found = findReferences(near, options).find(
    ({ start, end }) => start <= character - from && character - from < end && isWhole({ start, end }),
  );
  return found === undefined ? undefined : { ...found, start: found.start + from, end: found.end + from };

  /** A match at the scanned text's edge may be cut off. */
  function isWhole({ start, end }: Pick<TextReference, 'start' | 'end'>): boolean {
    return (start > 0 || from === 0) && (end < near.length || character + charactersReadAroundPlace >= line.length);
  }
}

function toLinkReferences(match: RegExpExecArray): readonly TextReference[] {
  const text = match[0].replace(trailingPunctuationPattern, '');
  const reference = parseTextAsReference(text, match.index);
  const isProfile = reference[0]?.reading.kind === 'handle';
  return isProfile && !isOnPlatform(text) ? [] : reference;
}

function isOnPlatform(link: string): boolean {
  return isPlatformHost(URL.parse(link)?.hostname ?? '');
}

function parseTextAsReference(text: string, start: number): readonly TextReference[] {
  const [reading] = parseLookUpInput(text);
  return reading === undefined || reading.kind === 'query' || reading.kind === 'tag'
    ? []
    : [{ start, end: start + text.length, text, reading }];
}

/** Finds the platform's permalinks. */
export function findPermalinks(text: string): readonly FoundLink[] {
  const found: FoundLink[] = [];
  for (const match of text.matchAll(webLinkPattern)) {
    const [reference] = isOnPlatform(match[0]) ? toLinkReferences(match) : [];
    if (reference !== undefined && reference.reading.kind !== 'id') {
      const { start, end, text: link, reading } = reference;
      const subject = reading.kind === 'handle' ? 'user' : reading.kind === 'post' ? 'thread' : reading.kind;
      if (found.push({ start, end, text: link, subject }) === maxLinks) {
        break;
      }
    }
  }
  return found;
}

/** Finds ids in known properties of JSON. */
export function findIdLinks(text: string): readonly FoundLink[] {
  const found: FoundLink[] = [];
  for (const match of text.matchAll(idPropertyPattern)) {
    const [whole, name = '', quoted, number] = match;
    const id = quoted ?? number ?? '';
    const end = match.index + whole.length;
    if (
      Object.hasOwn(subjectByIdProperty, name) &&
      found.push({ start: end - id.length, end, text: id, subject: subjectByIdProperty[name] }) === maxLinks
    ) {
      break;
    }
  }
  return found;
}

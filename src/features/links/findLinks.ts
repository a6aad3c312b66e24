import { isPlatformHost, type LookUpReading, parseLookUpInput } from '../../core/records/parseLookUpInput.ts';
import type { LookUpChoice } from '../lookUp/index.ts';

/** A place in a text that leads to a look-up. Indexes are UTF-16; `end` is exclusive. */
export interface FoundLink {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** undefined for an id that may be anyone's. */
  readonly subject: LookUpChoice['subject'] | undefined;
}

/** More links than anyone presses in a document; the rest is plain text. */
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

/** A name and digits behind it. A quote within a string has a backslash before it, so nothing is found in strings. */
const idPropertyPattern = /"(\w{2,30})"\s{0,20}:\s{0,20}(?:"(\d{1,20})(?=")|(\d{1,20})(?![\w.]))/g;

/** A place in a text that names something on the platform. Indexes are UTF-16, as editors count; `end` is exclusive. */
export interface TextReference {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly reading: Extract<LookUpReading, { kind: 'handle' | 'id' | 'user' | 'post' | 'list' | 'community' | 'space' }>;
}

export interface ReferenceOptions {
  /** Whether a plain `@name` counts; in source code it is mostly a decorator, a scope or a mail address. */
  readonly handles: boolean;
}

/** Lines beyond this are data, not text; reading them while the pointer rests would hold up typing. */
const maxLineLength = 20_000;

/** How much of a line is read to both sides of a place in it: no name is longer. */
const charactersReadAroundPlace = 4_000;

/** Links end before what closes a sentence, a string or a bracket. */
const webLinkPattern = /https?:\/\/[^\s"'`<>()[\]{}|\\^]+/gi;
/** Only where a run of it begins: from each of its characters, a long one would hold up typing. */
const trailingPunctuationPattern = /(?<![.,;:!?*_~])[.,;:!?*_~]+$/;
const handleWithAtSignPattern = /(?<![\w@/.&-])@[A-Za-z0-9_]{1,15}(?![\w@/-]|\.\w|:\/)/g;
/** Shorter numbers are mostly something else; ids of the last ten years have 18 or 19 digits. */
const longIdPattern = /(?<![\w.-])\d{17,20}(?![\w.-])/g;

/**
 * Finds links to posts, profiles, lists, communities and audio rooms in a line, long ids, and handles where they are asked for.
 * Pure; makes no call.
 * @returns in the order of the line, without overlaps
 */
export function findReferences(line: string, options: ReferenceOptions): readonly TextReference[] {
  if (line.length > maxLineLength) {
    return [];
  }
  const links = [...line.matchAll(webLinkPattern)].flatMap((match) =>
    toLinkReferences(match[0].replace(trailingPunctuationPattern, ''), match.index),
  );
  const linked = [...line.matchAll(webLinkPattern)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
  const loose = [
    ...[...line.matchAll(longIdPattern)].flatMap((match) => parseTextAsReference(match[0], match.index)),
    ...(options.handles
      ? [...line.matchAll(handleWithAtSignPattern)].flatMap((match) => parseTextAsReference(match[0], match.index))
      : []),
  ].filter(({ start, end }) => !linked.some((span) => start < span.end && end > span.start));
  return [...links, ...loose].toSorted((left, right) => left.start - right.start);
}

/**
 * What stands at a place in a line, of whatever length: only what is near is read.
 * @param character counted as editors count, from 0
 */
export function findReferenceAt(line: string, character: number, options: ReferenceOptions): TextReference | undefined {
  const from = Math.max(0, character - charactersReadAroundPlace);
  const near = line.slice(from, character + charactersReadAroundPlace);
  const found = findReferences(near, options).find(
    ({ start, end }) => start <= character - from && character - from < end && isWhole({ start, end }),
  );
  return found === undefined ? undefined : { ...found, start: found.start + from, end: found.end + from };

  /** What touches the edge of what was read may go on behind it. */
  function isWhole({ start, end }: Pick<TextReference, 'start' | 'end'>): boolean {
    return (start > 0 || from === 0) && (end < near.length || character + charactersReadAroundPlace >= line.length);
  }
}

/** The links to the platform's own pages in a text of any length, as they are come upon: no other host has them. */
function* findPlatformReferences(text: string): Generator<TextReference> {
  for (const match of text.matchAll(webLinkPattern)) {
    if (isPlatformHost(URL.parse(match[0])?.hostname ?? '')) {
      yield* toLinkReferences(match[0].replace(trailingPunctuationPattern, ''), match.index);
    }
  }
}

function toLinkReferences(text: string, start: number): readonly TextReference[] {
  const reference = parseTextAsReference(text, start);
  const isProfile = reference[0]?.reading.kind === 'handle';
  return isProfile && !isPlatformHost(URL.parse(text)?.hostname ?? '') ? [] : reference;
}

function parseTextAsReference(text: string, start: number): readonly TextReference[] {
  const [reading] = parseLookUpInput(text);
  return reading === undefined || reading.kind === 'query' || reading.kind === 'tag'
    ? []
    : [{ start, end: start + text.length, text, reading }];
}

/** The platform's permalinks in a text of any length. Pure; makes no call. */
export function findPermalinks(text: string): readonly FoundLink[] {
  const found: FoundLink[] = [];
  for (const { start, end, text: link, reading } of findPlatformReferences(text)) {
    const subject = reading.kind === 'handle' ? 'user' : reading.kind === 'post' ? 'thread' : reading.kind;
    if (subject !== 'id' && found.push({ start, end, text: link, subject }) === maxLinks) {
      break;
    }
  }
  return found;
}

/** The ids in a text of JSON that stand in properties of responses. Pure; makes no call. */
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

import { isSandboxLink } from '../origin/getPermalinkBase.ts';

/** What a text that someone pasted can mean. Ids stay strings. */
export type LookUpReading =
  | { readonly kind: 'handle'; readonly handle: string }
  | { readonly kind: 'id'; readonly id: string; readonly createdAtMs: number | undefined }
  | { readonly kind: 'post'; readonly id: string }
  | { readonly kind: 'list'; readonly id: string }
  | { readonly kind: 'community'; readonly id: string }
  | { readonly kind: 'space'; readonly id: string }
  | { readonly kind: 'tag'; readonly tag: string }
  | { readonly kind: 'query'; readonly text: string };

/** The first moment that ids carry, milliseconds since 1970, and the bits below the time in an id. */
const idEpochMs = 1_288_834_974_657n;
const idTimeShift = 22n;
/** Below this an id is a serial number and carries no time. */
const firstTimedId = 1n << 40n;

/** First path segments of links that are pages of the platform and no handles. */
const nonProfilePathSegments = new Set([
  'home',
  'explore',
  'search',
  'settings',
  'messages',
  'notifications',
  'i',
  'intent',
  'share',
  'login',
  'hashtag',
  'tos',
  'privacy',
  'about',
]);

/** The pages below `/i/` that show one thing by its id. */
const recordKindByPageSegment: ReadonlyMap<string, 'list' | 'community' | 'space'> = new Map([
  ['lists', 'list'],
  ['communities', 'community'],
  ['spaces', 'space'],
] as const);

/** The platform, and pages that show the same at the same paths. */
const platformHostPattern = /^(?:(?:www|m|mobile)\.)?(?:x|twitter|fxtwitter|vxtwitter|fixupx|fixvx|xcancel)\.com$|^nitter\.net$/i;

/** Whether a link of one segment on this host is a profile: on any other host it is just a page. */
export function isPlatformHost(host: string): boolean {
  return platformHostPattern.test(host);
}

const digitsPattern = /^\d{1,30}$/;
const handlePattern = /^[A-Za-z0-9_]{1,15}$/;
const hashtagTextPattern = /^[\p{L}\p{N}_]+$/u;
const lettersOnlyPattern = /^\p{L}+$/u;

/**
 * Reads what a person typed or pasted: a handle, a link, an id, a tag or words.
 * Pure; makes no call. A link to a post or a list may stand on any host: its path says what it is.
 * @returns every reading, the likeliest first; empty for a blank text
 */
export function parseLookUpInput(input: string): readonly LookUpReading[] {
  const text = input.trim();
  if (text === '') {
    return [];
  }
  const link = toUrl(text);
  if (link !== undefined) {
    const read = readLink(link);
    return read === undefined ? [{ kind: 'query', text }] : [read];
  }
  const query: LookUpReading = { kind: 'query', text };
  if (digitsPattern.test(text)) {
    return [
      { kind: 'id', id: text, createdAtMs: readIdTimeMs(text) },
      ...(handlePattern.test(text) ? [{ kind: 'handle', handle: text } as const] : []),
      query,
    ];
  }
  if (text.startsWith('@') && handlePattern.test(text.slice(1))) {
    return [{ kind: 'handle', handle: text.slice(1) }, query];
  }
  if (/^[#＃]/.test(text) && hashtagTextPattern.test(text.slice(1))) {
    return [{ kind: 'tag', tag: text.slice(1) }, query];
  }
  return handlePattern.test(text) ? [{ kind: 'handle', handle: text }, query] : [query];
}

/** Why a text that looks like a link or a handle is read as words; undefined for any other. */
export function detectUnusableLinkOrHandle(input: string): 'link' | 'handle' | undefined {
  const text = input.trim();
  const link = toUrl(text);
  if (link !== undefined) {
    return readLink(link) === undefined ? 'link' : undefined;
  }
  return /^@\S+$/.test(text) && !handlePattern.test(text.slice(1)) ? 'handle' : undefined;
}

/** Whether a text is one word of a language, which is a subject more often than a handle: letters alone. */
export function isPlainWord(text: string): boolean {
  return lettersOnlyPattern.test(text.trim());
}

/**
 * The moment at which an id was made, as its upper bits tell.
 * @returns milliseconds since 1970, or undefined for an id that carries no time
 */
export function readIdTimeMs(id: string): number | undefined {
  if (!digitsPattern.test(id)) {
    return undefined;
  }
  const value = BigInt(id);
  if (value < firstTimedId || value >= 1n << 63n) {
    return undefined;
  }
  return Number((value >> idTimeShift) + idEpochMs);
}

function toUrl(text: string): URL | undefined {
  const isLink = /^https?:\/\/\S+$/i.test(text) || /^(www\.|mobile\.)?[a-z0-9-]+\.(com|net|org|example)\/\S+$/i.test(text);
  if (!isLink) {
    return undefined;
  }
  const url = URL.parse(/^https?:/i.test(text) ? text : `https://${text}`);
  return url ?? undefined;
}

function readLink(url: URL): LookUpReading | undefined {
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const [first = '', second = '', third = ''] = parts;
  const query = url.searchParams.get('q');
  if (first === 'search' && query !== null && query.trim() !== '') {
    return { kind: 'query', text: query };
  }
  if (first === 'hashtag' && second !== '') {
    return { kind: 'tag', tag: decodeUrlSegment(second) };
  }
  const status = parts.findIndex((part) => part === 'status' || part === 'statuses');
  const statusId = parts[status + 1];
  if (status > 0 && statusId !== undefined && digitsPattern.test(statusId)) {
    return { kind: 'post', id: statusId };
  }
  if (first === 'i') {
    const kind = recordKindByPageSegment.get(second);
    return kind === undefined ? undefined : toReadingById(kind, third);
  }
  const hasProfiles = isPlatformHost(url.hostname) || isSandboxLink(url.href);
  return hasProfiles && handlePattern.test(first.replace(/^@/, '')) && !nonProfilePathSegments.has(first.toLowerCase())
    ? { kind: 'handle', handle: first.replace(/^@/, '') }
    : undefined;
}

function toReadingById(kind: 'list' | 'community' | 'space', id: string): LookUpReading | undefined {
  // the id of an audio room is a short code, the others are numbers
  return kind === 'space'
    ? /^\w{1,30}$/.test(id)
      ? { kind, id }
      : undefined
    : digitsPattern.test(id)
      ? { kind, id }
      : undefined;
}

function decodeUrlSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment; // a broken percent-encoding is taken as it stands
  }
}

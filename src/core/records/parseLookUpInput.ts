import { isSandboxLink } from '../connections/responseConnection.ts';

export type LookUpReading =
  | { readonly kind: 'handle'; readonly handle: string }
  | { readonly kind: 'id'; readonly id: string; readonly createdAtMs: number | undefined }
  | { readonly kind: 'user'; readonly id: string }
  | { readonly kind: 'post'; readonly id: string }
  | { readonly kind: 'list'; readonly id: string }
  | { readonly kind: 'community'; readonly id: string }
  | { readonly kind: 'space'; readonly id: string }
  | { readonly kind: 'tag'; readonly tag: string }
  | { readonly kind: 'query'; readonly text: string };

const idEpochMs = 1_288_834_974_657n;
const idTimeShift = 22n;
/** Smaller ids are serial numbers without a time. */
const firstTimedId = 1n << 40n;

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

/** Pages at `/i/<segment>/<id>`. */
const recordKindByPageSegment: ReadonlyMap<string, 'user' | 'list' | 'community' | 'space'> = new Map([
  ['user', 'user'],
  ['lists', 'list'],
  ['communities', 'community'],
  ['spaces', 'space'],
] as const);

/** The platform and its mirrors, which use the same paths. */
const platformHostPattern = /^(?:(?:www|m|mobile)\.)?(?:x|twitter|fxtwitter|vxtwitter|fixupx|fixvx|xcancel)\.com$|^nitter\.net$/i;

/** Only these hosts use a single path segment for profiles. */
export function isPlatformHost(host: string): boolean {
  return platformHostPattern.test(host);
}

const digitsPattern = /^\d{1,30}$/;
const handlePattern = /^[A-Za-z0-9_]{1,15}$/;
const hashtagTextPattern = /^[\p{L}\p{N}_]+$/u;
/** An API key or token, which must not be sent as a search. */
const keyPattern = /^(?=.*\d)(?=.*[A-Za-z])[\w-]{32,}$/;
const lettersOnlyPattern = /^\p{L}+$/u;
/** Zero-width and bidi characters, which copied names and links may contain. */
const invisiblePattern = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
/** Punctuation that may follow a link in a sentence. */
const closingPunctuation = `)]}>.,;:!?…'"’”、。，）】」』*`;

const openingPunctuationPattern = /^[([{<"'“‘«*]+/;

/**
 * Reads typed or pasted text: a handle, link, id, tag, or words. Accepts links to posts and lists on any host.
 * @returns every reading, the likeliest first; empty for blank text and what looks like a key
 */
export function parseLookUpInput(input: string): readonly LookUpReading[] {
  const words = input.trim();
  const text = removeInvisible(words);
  if (text === '' || keyPattern.test(text)) {
    return [];
  }
  const query: LookUpReading = { kind: 'query', text: words };
  const link = toUrl(text);
  if (link !== undefined) {
    return [readLink(link) ?? query];
  }
  if (digitsPattern.test(text)) {
    return [
      { kind: 'id', id: text, createdAtMs: readIdTimeMs(text) },
      ...(handlePattern.test(text) ? [{ kind: 'handle', handle: text } as const] : []),
      query,
    ];
  }
  if (/^[@＠]/.test(text) && handlePattern.test(text.slice(1))) {
    return [{ kind: 'handle', handle: text.slice(1) }, query];
  }
  if (/^[#＃]/.test(text) && hashtagTextPattern.test(text.slice(1))) {
    return [{ kind: 'tag', tag: text.slice(1) }, query];
  }
  return handlePattern.test(text) ? [{ kind: 'handle', handle: text }, query] : [query];
}

function removeInvisible(text: string): string {
  return text.replaceAll(invisiblePattern, '').trim();
}

/** A word that consists of letters is more often a topic than a handle. */
export function isPlainWord(text: string): boolean {
  return lettersOnlyPattern.test(text.trim());
}

/** @returns milliseconds since 1970; undefined for an id without a time */
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

function toUrl(input: string): URL | undefined {
  const text = input.replace(openingPunctuationPattern, '');
  const isLink = /^https?:\/\/\S+$/i.test(text) || /^(www\.|mobile\.)?[a-z0-9-]+\.(com|net|org|example)\/\S+$/i.test(text);
  if (!isLink) {
    return undefined;
  }
  return URL.parse(/^https?:/i.test(text) ? text : `https://${text}`) ?? undefined;
}

function readLink(url: URL): LookUpReading | undefined {
  // old links have their path after "#!"
  const path = /^#!(\/.*)/.exec(url.hash)?.[1] ?? url.pathname;
  const parts = path.split('/').flatMap((part) => readPathSegment(part) || []);
  const [first = '', second = '', third = ''] = parts;
  const page = first.toLowerCase();
  const hasProfiles = isPlatformHost(url.hostname) || isSandboxLink(url.href);
  const query = url.searchParams.get('q');
  if (page === 'search' && query !== null && query.trim() !== '') {
    return { kind: 'query', text: query };
  }
  if (page === 'hashtag' && second !== '') {
    return { kind: 'tag', tag: second };
  }
  // an article uses its post's id
  const before = hasProfiles && page !== 'i' ? /^(?:status|statuses|article)$/i : /^(?:status|statuses)$/i;
  const postId = parts[parts.findIndex((part, at) => at > 0 && before.test(part)) + 1] ?? '';
  if (postId !== first && digitsPattern.test(postId)) {
    return { kind: 'post', id: postId };
  }
  if (page === 'i') {
    const kind = recordKindByPageSegment.get(second.toLowerCase());
    return kind === undefined ? undefined : toReadingById(kind, third);
  }
  if (!hasProfiles) {
    return undefined;
  }
  if (page === 'intent') {
    const userId = url.searchParams.get('user_id') ?? '';
    const handle = url.searchParams.get('screen_name') ?? '';
    return toReadingById('user', userId) ?? (handlePattern.test(handle) ? { kind: 'handle', handle } : undefined);
  }
  const handle = first.replace(/^@/, '');
  return handlePattern.test(handle) && !nonProfilePathSegments.has(page) ? { kind: 'handle', handle } : undefined;
}

/** Removes text that was copied along with a link. */
function readPathSegment(part: string): string {
  const text = decodeUrlSegment(part.replace(/(?:%20|&).*$/s, ''));
  let end = text.length;
  while (end > 0 && closingPunctuation.includes(text.charAt(end - 1))) {
    end -= 1;
  }
  return text.slice(0, end);
}

function toReadingById(kind: 'user' | 'list' | 'community' | 'space', id: string): LookUpReading | undefined {
  // Space ids are short codes, all others are numbers
  return (kind === 'space' ? /^\w{1,30}$/ : digitsPattern).test(id) ? { kind, id } : undefined;
}

function decodeUrlSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment; // invalid percent-encoding
  }
}

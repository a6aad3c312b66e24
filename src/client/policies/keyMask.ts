/** A key of fewer characters may stand in an answer by chance; of a number, which ids could hold, more are needed. */
const minKeyLength = 8;
const minNumericKeyLength = 16;

/** How often an encoding may lie in another one: JSON in a JSON string, in a query, in HTML. */
const maxEncodingLayers = 4;

/** The most bytes that one character of a key takes in the encodings that are read: `&amp;amp;#x00073;`. */
const maxBytesPerCharacter = 20;

/** A long run is read in pieces of this many encoded keys, and where one of them holds a key, in pieces of two. */
const pieceLengthInEncodedKeys = 64;

/** Decoding a character takes as long as looking for the keys in so many. */
const decodingWorkPerCharacter = 8;
/** The characters that are looked at in one body, a fraction of a second: what takes longer was made to, and passes for a key. */
const maxWorkPerBody = 32 * 1024 * 1024;

/** Masks that are remembered: of each service, before and after a change of its key. */
const maxCachedMasks = 4;

/** What begins, ends or layers an escape of JSON, URLs or HTML, or stands between the characters of UTF-16. */
const escapeMarkers = '\\%&#;\0';
/** What escapes are written with, beside their markers: each may be escaped itself. */
const escapeCharacters = `${escapeMarkers}ux0123456789abcdef`;

/** A printable character of ASCII in an escape, in lower case; backslashes before what is no escape stand for nothing. */
const escapedCharacterPattern =
  /\\+(?:(?:u00|x)([2-7][\da-f]))?|%(?:u00)?([2-7][\da-f])|&#x0{0,5}([2-7][\da-f]);?|&#0{0,5}(\d{2,3});?|&(amp|lt|gt|quot|apos|sol|plus|equals|lowbar|period|colon);/g;
const escapeMarkerPattern = /[\\%&\0]/;

const charactersByEntityName: ReadonlyMap<string, string> = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    sol: '/',
    plus: '+',
    equals: '=',
    lowbar: '_',
    period: '.',
    colon: ':',
  }),
);

const zeroDigitByte = 0x30;
/** For a pair of bytes that belongs to an escape only where a zero follows: `\u04` begins a letter beyond ASCII. */
const pairOnlyBeforeZero = 2;

/** Finds the keys of a connection in what a service sends, however they are encoded. */
export interface KeyMask {
  /** Whether a text or a body holds one of the keys. */
  containsKey(content: string | Uint8Array): boolean;
  /** The same bytes with `***` for each key; the very same array where there is none. */
  mask(body: Uint8Array): Uint8Array;
}

/**
 * Encodings are those that a service may print a header value in: JSON escapes, percent-encoding, HTML entities, each of them
 * for some characters or for all, one within another, UTF-16, base64 and hexadecimal digits, in either case of letters.
 * Few pairs of bytes can stand in an encoded key, and it has as many bytes as the key at least: of an answer hardly more than
 * each n-th pair is looked at, n being the length of the key, and only where n in a row fit anything is decoded.
 * @param keys printable ASCII, as headers are; those that are too short are passed over
 */
export function createKeyMask(keys: readonly string[]): KeyMask {
  const known = keys.filter((key) => key.length >= (/^\d+$/.test(key) ? minNumericKeyLength : minKeyLength));
  const shortest = Math.min(...known.map(({ length }) => length));
  const reach = Math.max(...known.map(({ length }) => length)) * maxBytesPerCharacter;
  const forms = known.flatMap(listKeyForms);
  const needles = [...new Set(forms.map((form) => form.toLowerCase()))];
  const pairs = createBytePairTable(known, forms);
  const find = (content: Uint8Array, limit: number): readonly ByteRange[] => {
    if (known.length === 0) {
      return [];
    }
    let work = 0;
    const holdsText = (text: string) => containsKeyInAnyLayer(text, needles, (more) => (work += more));
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    const found: ByteRange[] = [];
    let run = findNextCandidateRun(bytes, 0, shortest, pairs);
    while (run !== undefined && found.length < limit) {
      let closeUntil = run.start;
      // pieces overlap by an encoded key
      for (let at = run.start; at < run.end && found.length < limit;) {
        if (work > maxWorkPerBody) {
          return [...found, { start: at, end: bytes.length }];
        }
        const end = Math.min(run.end, at + (at < closeUntil ? 2 : pieceLengthInEncodedKeys) * reach);
        const piece = bytes.toString('latin1', at, end);
        const isHeld = holdsText(piece);
        if (isHeld && piece.length > 2 * reach) {
          closeUntil = end;
          continue;
        }
        const within = isHeld ? findKeyRange(piece, holdsText) : undefined;
        if (within !== undefined) {
          found.push({ start: at + within.start, end: at + within.end });
        }
        at = within !== undefined ? at + within.end : end === run.end ? end : end - reach;
      }
      run = findNextCandidateRun(bytes, run.end, shortest, pairs);
    }
    return found;
  };
  return {
    containsKey: (content) => find(typeof content === 'string' ? Buffer.from(content, 'latin1') : content, 1).length > 0,
    mask: (body) => maskByteRanges(body, find(body, Infinity)),
  };
}

/** A createKeyMask that remembers its last masks: a connection keeps its key for long. */
export function createCachedKeyMaskFactory(): typeof createKeyMask {
  const masks = new Map<string, KeyMask>();
  return (keys) => {
    const name = keys.join('\n');
    const known = masks.get(name);
    if (known !== undefined) {
      return known;
    }
    if (masks.size >= maxCachedMasks) {
      masks.clear();
    }
    const mask = createKeyMask(keys);
    masks.set(name, mask);
    return mask;
  };
}

interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** What a key looks like once escapes are read: itself, in hexadecimal digits, and in base64 behind any bytes. */
function listKeyForms(key: string): readonly string[] {
  const bytes = Buffer.from(key, 'latin1');
  const inBase64 = [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    // the characters that no neighbour has a part in
    const own = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
  return [key.toLowerCase(), key.toUpperCase(), key, bytes.toString('hex'), bytes.toString('hex').toUpperCase(), ...inBase64];
}

function containsKeyInAnyLayer(text: string, needles: readonly string[], spend: (work: number) => void): boolean {
  let read = text.toLowerCase();
  for (let layer = 0; ; layer += 1) {
    const current = read;
    spend(current.length);
    if (needles.some((needle) => current.includes(needle))) {
      return true;
    }
    if (layer === maxEncodingLayers || !escapeMarkerPattern.test(current)) {
      return false;
    }
    spend(current.length * decodingWorkPerCharacter);
    read = decodeLayer(current);
    if (read === current) {
      return false;
    }
  }
}

function decodeLayer(text: string): string {
  return text
    .replaceAll('\0', '')
    .replace(escapedCharacterPattern, (_, json?: string, url?: string, hex?: string, decimal?: string, name?: string) => {
      const digits = json ?? url ?? hex;
      return digits !== undefined
        ? String.fromCharCode(Number.parseInt(digits, 16))
        : decimal !== undefined
          ? String.fromCharCode(Number(decimal))
          : (charactersByEntityName.get(name ?? '') ?? '');
    })
    .toLowerCase();
}

/** The part of a text that a key takes: what comes behind its first appearance, then what comes before it, is left. */
function findKeyRange(text: string, holds: (part: string) => boolean): ByteRange {
  const end = binarySearchFirst(0, text.length, (end) => holds(text.slice(0, end)));
  const start = binarySearchFirst(0, end, (start) => !holds(text.slice(start + 1, end)));
  // a backslash belongs to what it escapes
  const before = /(?<!\\)\\*$/.exec(text.slice(0, start))?.[0].length ?? 0;
  return { start: start - (before % 2), end };
}

/** The first number for which something is so, where it is for all that follow it too. */
function binarySearchFirst(from: number, to: number, isSo: (value: number) => boolean): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isSo(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

/** The pairs of bytes that an encoded key may hold: 0 for none, by both bytes. */
function createBytePairTable(keys: readonly string[], forms: readonly string[]): Uint8Array {
  const pairs = new Uint8Array(256 * 256);
  const allow = (firsts: string, seconds: string) => {
    for (const first of firsts) {
      for (const second of seconds) {
        pairs[first.charCodeAt(0) * 256 + second.charCodeAt(0)] = 1;
      }
    }
  };
  const all = String.fromCharCode(...Array.from({ length: 256 }, (_, code) => code));
  allow(escapeMarkers, all);
  allow(all, escapeMarkers);
  allow('0xX', '0234567');
  for (const character of new Set(escapeCharacters + forms.join(''))) {
    const code = character.charCodeAt(0);
    const [high = '', low = ''] = code.toString(16);
    allow(high, toBothCases(low));
    forEachAdjacentPair(String(code), allow);
  }
  for (const name of charactersByEntityName.keys()) {
    forEachAdjacentPair(name, allow);
  }
  allow('cC', 'ux');
  allow('56', '234567#');
  allow('6', [...charactersByEntityName.keys()].join(''));
  allow('bB', toBothCases(keys.join('')));
  allow('3', '0123456789x');
  // the case of the letters of a key may be another one, also only here and there
  keys.forEach((key) => forEachAdjacentPair(key, (first, second) => allow(getEncodedLastCharacters(first), toBothCases(second))));
  forms.forEach((form) => forEachAdjacentPair(form, (first, second) => allow(getEncodedLastCharacters(first), second)));
  pairs[0] = 0; // no text has two zeros in a row, but an answer may be full of them
  const u0 = 'u'.charCodeAt(0) * 256 + zeroDigitByte;
  pairs[u0] = forms.some((form) => form.includes('u0')) ? 1 : pairOnlyBeforeZero;
  return pairs;
}

function forEachAdjacentPair(text: string, allow: (first: string, second: string) => void): void {
  for (let at = 1; at < text.length; at += 1) {
    allow(text[at - 1] ?? '', text[at] ?? '');
  }
}

/** What an encoding of a character may end with: itself, or a hexadecimal digit. */
function getEncodedLastCharacters(character: string): string {
  return toBothCases(character) + toBothCases(character.charCodeAt(0).toString(16).at(-1) ?? '');
}

function toBothCases(text: string): string {
  return text.toLowerCase() + text.toUpperCase();
}

/** The next bytes, so many at least, of which each two in a row are a pair. */
function findNextCandidateRun(bytes: Uint8Array, from: number, length: number, pairs: Uint8Array): ByteRange | undefined {
  const isPair = (at: number) => {
    const pair = pairs[(bytes[at - 1] ?? 0) * 256 + (bytes[at] ?? 0)];
    return pair === 1 || (pair === pairOnlyBeforeZero && bytes[at + 1] === zeroDigitByte);
  };
  let start = from;
  while (start + length <= bytes.length) {
    let at = start + length - 1;
    while (at > start && isPair(at)) {
      at -= 1;
    }
    if (at === start) {
      let end = start + length;
      while (end < bytes.length && isPair(end)) {
        end += 1;
      }
      return { start, end };
    }
    start = at;
  }
  return undefined;
}

function maskByteRanges(body: Uint8Array, ranges: readonly ByteRange[]): Uint8Array {
  if (ranges.length === 0) {
    return body;
  }
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (const { start, end } of ranges) {
    // a number stays one, so that the answer can still be read
    const isNumber = body.subarray(start, end).every((byte) => byte >= zeroDigitByte && byte <= zeroDigitByte + 9);
    pieces.push(body.subarray(at, start), Buffer.from(isNumber ? '1' : '***'));
    at = end;
  }
  return Buffer.concat([...pieces, body.subarray(at)]);
}

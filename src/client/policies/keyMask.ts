import { once } from '../once.ts';

/** A shorter key can occur in a response by chance; a number, which ids could contain, must be longer. */
const minKeyLength = 8;
const minNumericKeyLength = 16;

/**
 * Characters without width, which may stand between those of a key, and the zeros of UTF-16: as bytes of UTF-8, as escapes of JSON and
 * percent-encoded.
 */
const withoutWidth = [
  String.raw`\0|\xc2\xad|\xcd\x8f|\xd8\x9c|\xe1\xa0[\x8b-\x8f]|\xe2\x80[\x8b-\x8f\xa8-\xae]|\xe2\x81[\xa0-\xaf]`,
  String.raw`\xef\xb8[\x80-\x8f]|\xef\xbb\xbf|\xf3\xa0[\x80-\x87][\x80-\xbf]`,
  String.raw`\\u(?:0000|00ad|034f|061c|180[b-f]|200[b-f]|202[89a-e]|206[\da-f]|fe0[\da-f]|feff|db40\\ud[cd][\da-f]{2})`,
  String.raw`%(?:00|c2%ad|cd%8f|d8%9c|e1%a0%8[b-f]|e2%80%(?:8[b-f]|a[89a-e])|e2%81%a[\da-f]|ef%b8%8[\da-f]|ef%bb%bf)`,
  String.raw`%f3%a0%8[0-7]%[89ab][\da-f]`,
].join('|');

/** How many of them may follow one another. */
const maxWithoutWidth = 8;

export interface KeyMask {
  containsKey(content: string | Uint8Array): boolean;
  /** The same bytes with `***` for each key; the very same array where there is none. */
  mask(body: Uint8Array): Uint8Array;
}

/**
 * Keys are found as they are sent, in escapes of JSON and of Markdown, percent-encoded and in base64, behind any bytes, with characters
 * without width between theirs, and in either case of letters.
 * @param keys printable ASCII, as headers are; those that are too short are passed over
 */
export function createKeyMask(keys: readonly string[]): KeyMask {
  const known = keys.filter((key) => key.length >= (/^\d+$/.test(key) ? minNumericKeyLength : minKeyLength));
  if (known.length === 0) {
    return { containsKey: () => false, mask: (body) => body };
  }
  const forms = known.flatMap(listKeyForms);
  const needles = forms.map((form) => form.toLowerCase());
  const toPattern = once(() => new RegExp(forms.map(toPatternSource).join('|'), 'gi')); // costs more than to look for the needles
  const shortest = Math.min(...known.map(({ length }) => length));
  const inKeys = listBytes(`${forms.join('')}\\%u0123456789abcdef\0`);
  const holds = (text: string) =>
    [text.toLowerCase(), toPlainText(text)].some((read) => needles.some((needle) => read.includes(needle))) &&
    text.search(toPattern()) !== -1;
  return {
    containsKey: (content) =>
      typeof content === 'string' ? holds(content) || holds(toByteText(Buffer.from(content))) : holds(toByteText(content)),
    mask: (body) => {
      if (!hasRun(body, shortest, inKeys)) {
        return body;
      }
      const text = toByteText(body);
      // a number stays one, so that the response can still be read
      const masked = () => text.replace(toPattern(), (found) => (/^\d+$/.test(found) ? '1' : '***'));
      return holds(text) ? Buffer.from(masked(), 'latin1') : body;
    },
  };
}

/** Without what is not ASCII, and without escapes: where no key is in it, none is looked for by its pattern, which takes long. */
function toPlainText(text: string): string {
  return text
    .replaceAll(/[^\t-\x7f]+|\\u(?!00[2-7])[\da-f]{4}|%[0189a-f][\da-f]|\\(?=[!-/:-@[-`{-~])/gi, '')
    .replaceAll(/(?:\\u00|%)([2-7][\da-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .toLowerCase();
}

/** @returns by byte, whether it is one of these characters in either case, or not ASCII */
function listBytes(characters: string): readonly boolean[] {
  const all = characters.toLowerCase() + characters.toUpperCase();
  return Array.from({ length: 256 }, (_, byte) => byte > 0x7f || all.includes(String.fromCharCode(byte)));
}

/** Whether so many bytes in a row are in a set. Looks from the end of each stretch, so that most bytes are skipped. */
function hasRun(bytes: Uint8Array, length: number, set: readonly boolean[]): boolean {
  let start = 0;
  while (start + length <= bytes.length) {
    let at = start + length - 1;
    while (at >= start && set[bytes[at] ?? 0] === true) {
      at -= 1;
    }
    if (at < start) {
      return true;
    }
    start = at + 1;
  }
  return false;
}

function toByteText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** A key itself, and its characters in base64 that no neighbour has a part in, behind 0, 1 or 2 bytes. */
function listKeyForms(key: string): readonly string[] {
  const bytes = Buffer.from(key, 'latin1');
  const inBase64 = [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const own = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
  return [...new Set([key, ...inBase64])];
}

/** Each character as it is, in an escape of JSON or percent-encoded. */
function toPatternSource(form: string): string {
  return Array.from(form, (character) => {
    const hex = character.charCodeAt(0).toString(16).padStart(2, '0');
    return String.raw`(?:\\?\x${hex}|\\u00${hex}|%${hex})`;
  }).join(`(?:${withoutWidth}){0,${maxWithoutWidth}}`);
}

import { once } from '../once.ts';

/** A shorter key can occur in a response by chance; a numeric key, which ids could contain, must be longer. */
const minKeyLength = 8;
const minNumericKeyLength = 16;

export interface KeyMask {
  containsKey(content: string | Uint8Array): boolean;
  /** Replaces each key with `***`. @returns the same array if it doesn't contain a key */
  mask(body: Uint8Array): Uint8Array;
}

/**
 * Finds keys as they are sent, with JSON or Markdown escapes, percent-encoded, and in base64, in upper or lower case.
 * @param keys printable ASCII, like headers; keys that are too short are ignored
 */
export function createKeyMask(keys: readonly string[]): KeyMask {
  const known = keys.filter((key) => key.length >= (/^\d+$/.test(key) ? minNumericKeyLength : minKeyLength));
  if (known.length === 0) {
    return { containsKey: () => false, mask: (body) => body };
  }
  const forms = known.flatMap(listKeyForms);
  const toPattern = once(() => new RegExp(forms.map(toPatternSource).join('|'), 'gi'));
  const shortest = Math.min(...known.map(({ length }) => length));
  const isKeyByte = listBytes(`${forms.join('')}\\%u0123456789abcdef`);
  return {
    containsKey: (content) => {
      const text = typeof content === 'string' ? content : toByteText(content);
      return text.length >= shortest && text.search(toPattern()) !== -1;
    },
    mask: (body) => {
      if (!hasRun(body, shortest, isKeyByte)) {
        return body; // enough for most bodies, and cheaper than a search for the pattern
      }
      const text = toByteText(body);
      // replaces a number with a number, so the response can still be parsed
      const masked = text.replace(toPattern(), (found) => (/^\d+$/.test(found) ? '1' : '***'));
      return masked === text ? body : Buffer.from(masked, 'latin1');
    },
  };
}

/** @returns whether each byte is one of the characters, in either case */
function listBytes(characters: string): readonly boolean[] {
  const all = characters.toLowerCase() + characters.toUpperCase();
  return Array.from({ length: 256 }, (_, byte) => all.includes(String.fromCharCode(byte)));
}

/** Whether this many consecutive bytes are in a set. Searches each stretch from its end, which skips most bytes. */
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

/** The key, and the base64 characters that encode only the key, after 0, 1, or 2 other bytes. */
function listKeyForms(key: string): readonly string[] {
  const bytes = Buffer.from(key, 'latin1');
  const inBase64 = [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const own = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
  return [...new Set([key, ...inBase64])];
}

/** Matches each character as it is, in a JSON or Markdown escape, or percent-encoded. */
function toPatternSource(form: string): string {
  return Array.from(form, (character) => {
    const hex = character.charCodeAt(0).toString(16).padStart(2, '0');
    return String.raw`(?:\\?\x${hex}|\\u00${hex}|%${hex})`;
  }).join('');
}

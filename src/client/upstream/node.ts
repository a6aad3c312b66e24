/** What is read on in where an object is missing: everything in it is missing, too. */
const nothing: object = Object.freeze({});
const emptyList: readonly unknown[] = Object.freeze([]);

/**
 * An object to read on in, whatever stands there; an empty one where none does.
 * Readers give it to an interface whose fields are all `unknown` and optional: so nothing is believed of a body, and every
 * field is still an access of its own that the engine can make fast.
 */
export function objectIn(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : nothing;
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : emptyList;
}

export function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A text that says something. */
export function filledIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A whole number that is not negative; the platform writes some of them as texts. */
export function countIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && isDigits(value) ? Number(value) : value;
  return typeof number === 'number' && number >= 0 && Number.isSafeInteger(number) ? number : undefined;
}

/** An id, always a text: as a number it would have lost digits. */
export function idIn(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= 30 && isDigits(value) ? value : undefined;
}

/** Whether an object has no field at all: what the platform sends where something is gone. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (isObject(value) && Object.keys(value).length === 0);
}

export function isDigits(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x30 || code > 0x39) {
      return false;
    }
  }
  return text !== '';
}

import { bodyText, type Exchange } from './exchange.ts';

const maxLength = 300;

/**
 * What the service says of an error, tolerantly (decision T5): `error` as text, `error.message`, `message`, `detail`,
 * `errors[0].message`, plain text. HTML says nothing. One line, at most 300 characters.
 */
export function messageOf(exchange: Pick<Exchange, 'body' | 'value'>): string | undefined {
  const said = exchange.value === undefined ? plainTextOf(exchange) : textIn(exchange.value);
  const line = said?.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return line === undefined || line === '' ? undefined : line.slice(0, maxLength);
}

function textIn(value: unknown): string | undefined {
  if (typeof value === 'string') {
    return value;
  }
  if (typeof value !== 'object' || value === null) {
    return undefined;
  }
  if ('error' in value) {
    return typeof value.error === 'string' ? value.error : detailed(value.error);
  }
  if ('errors' in value && Array.isArray(value.errors)) {
    const first: unknown = value.errors[0];
    return typeof first === 'string' ? first : detailed(first);
  }
  return detailed(value);
}

function detailed(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) {
    return undefined;
  }
  const candidates = ['message', 'detail', 'details', 'title'].map((name): unknown => Reflect.get(value, name));
  return candidates.find((candidate) => typeof candidate === 'string');
}

function plainTextOf(exchange: Pick<Exchange, 'body'>): string | undefined {
  const text = bodyText({ body: exchange.body.subarray(0, 4 * maxLength) });
  return /^\s*</.test(text) ? undefined : text;
}

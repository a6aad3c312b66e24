import { findOperatorByName } from './operators.ts';

/** A string range in UTF-16 units, `to` excluded. */
export interface TextSpan {
  readonly from: number;
  readonly to: number;
}

/** A query token, with a span that includes quotes and signs. Any word before a colon is an operator, known or not. */
export type QueryToken = TextSpan &
  (
    | { readonly kind: 'open' | 'close' | 'minus' | 'or' }
    | { readonly kind: 'word'; readonly text: string }
    | { readonly kind: 'hashtag'; readonly tag: string }
    | { readonly kind: 'mention'; readonly handle: string }
    | { readonly kind: 'phrase'; readonly text: string; readonly closed: boolean }
    | {
        readonly kind: 'operator';
        readonly name: string;
        readonly value: string;
        /** The start of the value, including an opening quote. */
        readonly valueFrom: number;
        readonly quoted: boolean;
        readonly closed: boolean;
      }
  );

export type QueryTokenOfKind<K extends QueryToken['kind']> = Extract<QueryToken, { readonly kind: K }>;

// The query language's character classes (primary reference, GET /search; assumption 5.5).

/**
 * Letters, digits, and underscores in any language. Combining marks and joiners are allowed after the first character, as in
 * hashtags in Hindi, Thai, or Persian.
 */
const wordPattern = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_\u200c\u200d]*$/u;

/** Text that ends in a word; not an emoji with its variation selector. */
const endsInWordPattern = /[\p{L}\p{N}_]\p{M}*$/u;

/** Without `@` (assumptions 3.5, 5.21). */
const handlePattern = /^[A-Za-z0-9_]{1,15}$/;

/** Checks one UTF-16 unit: all whitespace is in the basic plane. */
const isSpace = (character: string): boolean => /\s/.test(character);

/**
 * Splits query text into tokens. Never throws.
 * Whitespace and parentheses separate tokens; a double quote starts a phrase that the next one ends; a minus at the start of a
 * token negates it; a word before a token's first colon is an operator whose value ends at the next space, parenthesis, or
 * quote, or is quoted (primary reference, GET /search; assumptions T7, 5.3, 5.10, 5.32). `+` isn't resolved; see
 * resolvePlusSigns.
 */
export function tokenizeQuery(text: string): readonly QueryToken[] {
  const tokens: QueryToken[] = [];
  let from = 0;
  while (from < text.length) {
    if (isSpace(text.charAt(from))) {
      from += 1;
      continue;
    }
    const token = readTokenAt(text, from, tokens.at(-1));
    tokens.push(token);
    from = token.to;
  }
  return tokens;
}

function readTokenAt(text: string, from: number, before: QueryToken | undefined): QueryToken {
  const first = text.charAt(from);
  if (first === '(') return { kind: 'open', from, to: from + 1 };
  if (first === ')') return { kind: 'close', from, to: from + 1 };
  if (first === '"') {
    const { to, inner, closed } = readQuotedText(text, from);
    return { kind: 'phrase', from, to, text: inner, closed };
  }
  const next = text.charAt(from + 1);
  // otherwise the minus is a dash
  if (first === '-' && next !== '' && next !== ')' && !isSpace(next)) return { kind: 'minus', from, to: from + 1 };
  const to = findRunEnd(text, from);
  const run = text.slice(from, to);
  return readOperatorToken(text, from, run) ?? createPlainToken(run, from, to, before);
}

function findRunEnd(text: string, from: number): number {
  let to = from + 1;
  while (to < text.length && !/[\s()"]/.test(text.charAt(to))) to += 1;
  return to;
}

function readQuotedText(text: string, from: number): { to: number; inner: string; closed: boolean } {
  const end = text.indexOf('"', from + 1);
  if (end < 0) return { to: text.length, inner: text.slice(from + 1), closed: false };
  return { to: end + 1, inner: text.slice(from + 1, end), closed: true };
}

function readOperatorToken(text: string, from: number, run: string): QueryToken | undefined {
  const colon = run.indexOf(':');
  const name = run.slice(0, Math.max(colon, 0));
  if (!endsInWordPattern.test(name)) return undefined;
  const valueFrom = from + colon + 1;
  if (colon === run.length - 1 && text.charAt(valueFrom) === '"') {
    const { to, inner, closed } = readQuotedText(text, valueFrom);
    return { kind: 'operator', from, to, name, value: inner, valueFrom, quoted: true, closed };
  }
  const value = run.slice(colon + 1);
  return { kind: 'operator', from, to: from + run.length, name, value, valueFrom, quoted: false, closed: true };
}

function createPlainToken(run: string, from: number, to: number, before: QueryToken | undefined): QueryToken {
  // after a minus, OR is a word
  const negated = before?.kind === 'minus' && before.to === from;
  if (run === 'OR' && !negated) return { kind: 'or', from, to };
  const rest = run.slice(1);
  if (run.startsWith('#') && wordPattern.test(rest)) return { kind: 'hashtag', from, to, tag: rest };
  if (run.startsWith('@') && handlePattern.test(rest)) return { kind: 'mention', from, to, handle: rest };
  return { kind: 'word', from, to, text: run };
}

/**
 * Resolves `+` like the service: as a space everywhere, including in quotes, if the text has a known operator outside of
 * quotes, otherwise as itself (primary reference, GET /search, `searchItem`; assumptions T6, 5.1, 5.2). Positions don't change.
 */
export function resolvePlusSigns(text: string): { readonly text: string; readonly plusIsSpace: boolean } {
  if (!text.includes('+')) return { text, plusIsSpace: false };
  const spaced = text.replaceAll('+', ' ');
  const plusIsSpace = tokenizeQuery(spaced).some(
    (token) => token.kind === 'operator' && findOperatorByName(token.name) !== undefined,
  );
  return { text: plusIsSpace ? spaced : text, plusIsSpace };
}

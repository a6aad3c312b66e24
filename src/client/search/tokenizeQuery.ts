import { findOperatorByName } from './operators.ts';

/** A stretch of a text in UTF-16 units, `to` not included. */
export interface TextSpan {
  readonly from: number;
  readonly to: number;
}

/**
 * A token of the query text. Spans cover the token as written, the quotes and signs included.
 * An operator token is any word before a colon, known or not: what is known is the checker's concern.
 */
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
        /** Where the value starts, its opening quote included. */
        readonly valueFrom: number;
        readonly quoted: boolean;
        readonly closed: boolean;
      }
  );

export type QueryTokenOfKind<K extends QueryToken['kind']> = Extract<QueryToken, { readonly kind: K }>;

// The character classes of the query language (primary reference, GET /search; assumption 5.5).

/**
 * A whole word: letters, digits and underscores of any language. It may hold combining marks and joiners after its first
 * character: without them hashtags in Hindi, Thai or Persian would be refused although the platform has them.
 */
const wordPattern = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_\u200c\u200d]*$/u;

/** A text that ends in a word; an emoji with its variation selector does not count. */
const endsInWordPattern = /[\p{L}\p{N}_]\p{M}*$/u;

/** A handle without its `@`, as looked up (assumptions 3.5, 5.21). */
const handlePattern = /^[A-Za-z0-9_]{1,15}$/;

/** What separates tokens. One UTF-16 unit at a time: all of white space is in the basic plane. */
const isSpace = (character: string): boolean => /\s/.test(character);

/**
 * Splits a query text into its tokens; never throws, whatever the text.
 * Rules: white space and parentheses separate; a double quote opens a phrase that the next one closes;
 * a minus at the start of a token negates; a word before the first colon of a token is an operator whose
 * value runs to the next space, parenthesis or quote, or is quoted itself (primary reference,
 * GET /search; assumptions T7, 5.3, 5.10, 5.32).
 * The text is taken as it is: see resolvePlusSigns for what a `+` means.
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
  if (first === '-' && canBeNegated(text.charAt(from + 1))) return { kind: 'minus', from, to: from + 1 };
  const to = findRunEnd(text, from);
  const run = text.slice(from, to);
  return readOperatorToken(text, from, run) ?? createPlainToken(run, from, to, before);
}

/** A minus with nothing to negate is a dash. */
function canBeNegated(next: string): boolean {
  return next !== '' && next !== ')' && !isSpace(next);
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
  // Behind a minus, OR has two sides to join no more: it is the word.
  const negated = before?.kind === 'minus' && before.to === from;
  if (run === 'OR' && !negated) return { kind: 'or', from, to };
  const rest = run.slice(1);
  if (run.startsWith('#') && wordPattern.test(rest)) return { kind: 'hashtag', from, to, tag: rest };
  if (run.startsWith('@') && handlePattern.test(rest)) return { kind: 'mention', from, to, handle: rest };
  return { kind: 'word', from, to, text: run };
}

/**
 * How the service reads a `+`: as a space everywhere, quotes included, when the text holds at least one
 * known operator outside quotes, and as itself otherwise (primary reference, GET /search, `searchItem`;
 * assumptions T6, 5.1, 5.2). The length, and so every position, stays the same.
 */
export function resolvePlusSigns(text: string): { readonly text: string; readonly plusIsSpace: boolean } {
  if (!text.includes('+')) return { text, plusIsSpace: false };
  const spaced = text.replaceAll('+', ' ');
  const plusIsSpace = tokenizeQuery(spaced).some(
    (token) => token.kind === 'operator' && findOperatorByName(token.name) !== undefined,
  );
  return { text: plusIsSpace ? spaced : text, plusIsSpace };
}

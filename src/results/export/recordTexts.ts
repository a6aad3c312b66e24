import type { RecordPath } from '../../client/records/toPage.ts';

/** A record as it came, and where it stands in the body; undefined where it was put together. */
interface TextedRecord {
  readonly value: unknown;
  readonly path: RecordPath | undefined;
}

/** A stretch of a text, `to` not included. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * The JSON text of each record, on one line, cut out of the body: numbers keep all of their digits and strings their
 * escapes, because nothing is parsed and printed again.
 * @param body the whole body that the records were read from
 */
export function recordTexts(body: string, records: readonly TextedRecord[]): readonly string[] {
  const lists = new Map<string, readonly Span[]>();
  return records.map(({ value, path }) => {
    const span = path === undefined ? undefined : spanOf(body, path, lists);
    return span === undefined ? JSON.stringify(value) : onOneLine(body.slice(span.from, span.to));
  });
}

/** A JSON text without the white space between its tokens. */
function onOneLine(json: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"|[ \t\r\n]+/gs, (token) => (token.startsWith('"') ? token : ''));
}

function spanOf(body: string, path: RecordPath, lists: Map<string, readonly Span[]>): Span | undefined {
  const index = path.at(-1);
  if (typeof index !== 'number') {
    return valueSpan(body, path);
  }
  const key = JSON.stringify(path.slice(0, -1));
  const known = lists.get(key);
  if (known !== undefined) {
    return known[index];
  }
  const list = valueSpan(body, path.slice(0, -1));
  const spans = list === undefined ? [] : members(body, list).map(({ value }) => value);
  lists.set(key, spans);
  return spans[index];
}

function valueSpan(body: string, path: RecordPath): Span | undefined {
  let span: Span | undefined = valueAfter(body, 0);
  for (const key of path) {
    if (span === undefined) {
      return undefined;
    }
    const found: readonly Member[] = members(body, span);
    // of a key that stands twice, a parser takes the last
    span = typeof key === 'number' ? found[key]?.value : found.findLast((member) => member.key === key)?.value;
  }
  return span;
}

interface Member {
  /** undefined in a list. */
  readonly key: string | undefined;
  readonly value: Span;
}

/** The members of the object or list at a span of a well-formed text. */
function members(body: string, { from, to }: Span): readonly Member[] {
  const isObject = body[from] === '{';
  if (!isObject && body[from] !== '[') {
    return [];
  }
  const found: Member[] = [];
  let at = skipSpace(body, from + 1);
  while (at < to - 1) {
    let key: string | undefined;
    if (isObject) {
      const end = stringEnd(body, at);
      key = String(JSON.parse(body.slice(at, end)));
      at = skipSpace(body, end) + 1; // the colon
    }
    const value = valueAfter(body, at);
    found.push({ key, value });
    at = skipSpace(body, skipSpace(body, value.to) + 1); // the comma, or past the end
  }
  return found;
}

function valueAfter(body: string, at: number): Span {
  const from = skipSpace(body, at);
  const first = body[from];
  if (first === '"') {
    return { from, to: stringEnd(body, from) };
  }
  if (first !== '{' && first !== '[') {
    let to = from;
    while (to < body.length && !/[,\]}\s]/.test(body[to] ?? '')) {
      to += 1;
    }
    return { from, to };
  }
  let depth = 0;
  for (let to = from; to < body.length; to += 1) {
    const mark = body[to];
    if (mark === '"') {
      to = stringEnd(body, to) - 1;
    } else if (mark === '{' || mark === '[') {
      depth += 1;
    } else if (mark === '}' || mark === ']') {
      depth -= 1;
      if (depth === 0) {
        return { from, to: to + 1 };
      }
    }
  }
  return { from, to: body.length };
}

function stringEnd(body: string, from: number): number {
  let at = from + 1;
  while (at < body.length && body[at] !== '"') {
    at += body[at] === '\\' ? 2 : 1;
  }
  return Math.min(at + 1, body.length);
}

function skipSpace(body: string, from: number): number {
  let at = from;
  while (body[at] === ' ' || body[at] === '\n' || body[at] === '\r' || body[at] === '\t' || body[at] === '\ufeff') {
    at += 1;
  }
  return at;
}

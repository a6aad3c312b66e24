import { at } from '../../unit/client/upstream/json.ts';
import { noteOf, originalOf } from '../../unit/client/upstream/plainTweet.ts';
import { resultsOf, walkPage } from '../../unit/client/upstream/plainWalk.ts';
import type { Reader } from './readers.mts';

/** What a body holds, by a plain walk that none of the readers has a part in. */
interface Holdings {
  readonly records: ReadonlyMap<string, { readonly handle: string; readonly longText: string | undefined }>;
  readonly next: string | undefined;
}

/** How much of what the bodies hold a reader gave, and of how much. */
export interface Found {
  readonly records: readonly [number, number];
  readonly handles: readonly [number, number];
  readonly longTexts: readonly [number, number];
  readonly cursors: readonly [number, number];
}

function holdingsOf(body: unknown): Holdings {
  const page = walkPage(body);
  const records = resultsOf(page).map(({ kind, result }) => {
    const user = kind === 'user' ? result : at(result, 'core', 'user_results', 'result');
    const note = originalOf(result) === undefined ? at(noteOf(result), 'text') : undefined;
    const handle = String(at(user, 'core', 'screen_name') ?? at(user, 'legacy', 'screen_name'));
    return [String(at(result, 'rest_id')), { handle, longText: typeof note === 'string' ? note : undefined }] as const;
  });
  return { records: new Map(records), next: page.cursors.find(({ type }) => type === 'Bottom')?.value };
}

/** Holds what a reader makes of bodies against what is in them; a body that it throws on is lost. */
export function foundBy(reader: Reader, bodies: readonly (readonly [operation: string, text: string])[]): Found {
  const found = { records: 0, handles: 0, longTexts: 0, cursors: 0 };
  const all = { records: 0, handles: 0, longTexts: 0, cursors: 0 };
  for (const [operation, text] of bodies) {
    const holdings = holdingsOf(JSON.parse(text));
    const { records, next } = readOrNothing(reader, operation, text);
    const given = new Map(records.map((record) => [record.id, record]));
    for (const [id, { handle, longText }] of holdings.records) {
      const record = given.get(id);
      all.records += 1;
      all.handles += 1;
      found.records += record === undefined ? 0 : 1;
      found.handles += record?.handle === handle ? 1 : 0;
      if (longText !== undefined) {
        all.longTexts += 1;
        found.longTexts += wordsOf(record?.text ?? '') === wordsOf(longText) ? 1 : 0;
      }
    }
    if (holdings.next !== undefined) {
      all.cursors += 1;
      found.cursors += next === holdings.next ? 1 : 0;
    }
  }
  const both = (key: keyof Found): readonly [number, number] => [found[key], all[key]];
  return { records: both('records'), handles: both('handles'), longTexts: both('longTexts'), cursors: both('cursors') };
}

function readOrNothing(reader: Reader, operation: string, text: string): ReturnType<Reader['summarize']> {
  try {
    return reader.summarize(reader.readerOf(operation)?.(JSON.parse(text)));
  } catch {
    return { records: [], next: undefined }; // what it throws on is counted as lost
  }
}

/** The words of a text without its links, which readers write out or keep as they like. */
function wordsOf(text: string): string {
  const plain = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  return plain
    .replaceAll(/https?:\/\/\S+/g, ' ')
    .split(/\s+/)
    .filter(Boolean)
    .join(' ');
}

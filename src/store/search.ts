import { isObject } from '../client/records/fieldValues.ts';
import { toPage } from '../client/records/toPage.ts';
import { listWords } from '../core/text/words.ts';
import type { Clock } from '../client/clock.ts';
import { hasFullTextSearch, type Database } from './database.ts';
import { toExchange } from './responses.ts';
import { readNumberColumn } from './rows.ts';
import type { StoredSearch } from './store.ts';

/** The fields of a record that hold words, names, and ids, or a record with them. */
const searchedFields: ReadonlySet<string> = new Set([
  ...['id', 'userId', 'handle', 'username', 'screen_name', 'name', 'title', 'text', 'bio', 'description', 'location'],
  ...['preview', 'content', 'purpose', 'rules', 'company', 'country', 'place', 'query', 'topics', 'related', 'message'],
  ...['author', 'quoted', 'repostOf', 'article', 'community', 'owner', 'admin', 'host', 'value'],
]);

/** The texts, names, handles, and ids of a record and of the records in it. */
export function listRecordTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') {
    return [value];
  }
  if (Array.isArray(value)) {
    return value.flatMap(listRecordTexts);
  }
  return isObject(value)
    ? Object.entries(value).flatMap(([name, field]) => (searchedFields.has(name) ? listRecordTexts(field) : []))
    : [];
}

/** Per transaction, so other windows can write in between and the thread isn't blocked. */
const maxIndexedAtOnce = 50;
const maxIndexingMs = 8;

/** After many responses, merging the parts of the index makes it a tenth smaller. */
const minIndexedToMerge = 1_000;
const mergedPagesAtOnce = 64;

/** Undefined if this program's SQLite lacks full-text search. */
export function createStoredSearch(database: Database, clock: Clock): StoredSearch | undefined {
  if (!hasFullTextSearch()) {
    return undefined;
  }
  /** With a name for the record that is the same in each response. */
  const readRecords = (seq: number) => {
    const sql = `SELECT exchanges.*, bodies.bytes FROM exchanges JOIN bodies ON bodies.id = body_id
      WHERE seq = ? AND status BETWEEN 200 AND 299`;
    return database.all(sql, seq).flatMap((row) => {
      const exchange = toExchange(row);
      return toPage(exchange).records.map(({ kind, id, record }, at) => {
        const name = `${kind} ${id ?? `${exchange.id} ${at}`}`;
        return { exchange, record, name, words: listWords(listRecordTexts(record)) };
      });
    });
  };
  const list = (sql: string, ...values: readonly string[]) =>
    database.all(sql, ...values).map((row) => readNumberColumn(row, 'seq'));
  /** The indexed responses have no gaps: newer ones are added above them, then older ones below. */
  const listNext = (): readonly number[] => {
    const indexed = (order: string) => `(SELECT rowid FROM response_words ORDER BY rowid ${order} LIMIT 1)`;
    const newer = `SELECT seq FROM exchanges WHERE seq > ${indexed('DESC')} ORDER BY seq LIMIT ${maxIndexedAtOnce}`;
    const older = `SELECT seq FROM exchanges WHERE seq < ifnull(${indexed('ASC')}, ${Number.MAX_SAFE_INTEGER})
      ORDER BY seq DESC LIMIT ${maxIndexedAtOnce}`;
    const found = list(newer);
    return found.length > 0 ? found : list(older);
  };
  const indexNext = (): number => {
    const until = clock.monotonicNow() + maxIndexingMs;
    let count = 0;
    for (const seq of listNext()) {
      const words = new Set(readRecords(seq).flatMap((record) => record.words));
      database.run('INSERT INTO response_words (rowid, words) VALUES (?, ?)', seq, [...words].join(' '));
      count += 1;
      if (clock.monotonicNow() > until) {
        break;
      }
    }
    return count;
  };
  /** @returns false when the whole index is merged. See https://www.sqlite.org/fts5.html#the_merge_command */
  const mergeNext = (pages: number): boolean => {
    const countChanges = () => readNumberColumn(database.only('SELECT total_changes() AS changes'), 'changes');
    const before = countChanges();
    database.run("INSERT INTO response_words (response_words, rank) VALUES ('merge', ?)", pages);
    return countChanges() - before >= 2;
  };
  return {
    *index() {
      let count = 0;
      for (let added = -1; added !== 0; count += added) {
        added = database.transact(indexNext);
        yield undefined;
      }
      let pages = -mergedPagesAtOnce; // a negative number starts it
      while (count >= minIndexedToMerge && database.transact(() => mergeNext(pages))) {
        pages = mergedPagesAtOnce;
        yield undefined;
      }
    },
    *find(text) {
      const sought = listWords([text]);
      const seen = new Set<string>();
      // whole words come first, so an id or a handle comes before longer ones
      for (const isWhole of sought.length === 0 ? [] : [true, false]) {
        const match = sought.map((word) => `"${word}"${isWhole ? '' : '*'}`).join(' ');
        const sql = 'SELECT rowid AS seq FROM response_words WHERE response_words MATCH ? ORDER BY rowid DESC';
        for (const seq of list(sql, match)) {
          for (const { exchange, record, name, words } of readRecords(seq)) {
            if (!seen.has(name) && hasWords(words, sought, isWhole)) {
              seen.add(name);
              yield { exchange, record };
            }
          }
          yield undefined;
        }
      }
    },
  };
}

function hasWords(words: readonly string[], sought: readonly string[], isWhole: boolean): boolean {
  return sought.every((word) => words.some((one) => (isWhole ? one === word : one.startsWith(word))));
}

import { type AnyRecord, walkRecordTree } from '../../client/records/readRecord.ts';
import type { NameOrigin } from '../connections/responseConnection.ts';

export interface StoredName {
  readonly subject: 'user' | 'list' | 'community';
  readonly id: string | undefined;
  /** Without `@`; only users have one. */
  readonly handle: string | undefined;
  readonly name: string | undefined;
  /** When the response was requested, in milliseconds since 1970. */
  readonly sentAt: number;
}

export type IsOriginServed = (origin: NameOrigin) => boolean;

interface SearchableName extends StoredName {
  /** Lower case, with a space before each word. */
  readonly words: string;
}

interface OriginNames {
  readonly origin: NameOrigin;
  /** By subject and handle, or by subject and id if there is no handle. */
  readonly entries: Map<string, SearchableName>;
  readonly usersById: Map<string, SearchableName>;
}

/** Finds the users, lists, and communities in stored responses. The newest response wins. */
export class StoredNames {
  readonly #origins = new Map<string, OriginNames>();

  add(origin: NameOrigin, sentAt: number, records: Iterable<AnyRecord>): void {
    const place = `${origin.baseUrl} ${String(origin.isMadeUp)}`;
    const names = this.#origins.get(place) ?? { origin, entries: new Map(), usersById: new Map() };
    this.#origins.set(place, names);
    for (const record of records) {
      for (const part of walkRecordTree(record)) {
        const name = toStoredName(part, sentAt);
        if (name !== undefined) {
          addOrMergeName(names, name);
        }
      }
    }
  }

  /** Undefined if no stored response has the handle. */
  handleOf(id: string, isServed: IsOriginServed): string | undefined {
    return this.#newest(isServed, ({ usersById }) => usersById.get(id))?.handle;
  }

  /** Undefined if no stored response names it. */
  titleOf(id: string, isServed: IsOriginServed): string | undefined {
    return this.#newest(isServed, ({ entries }) => entries.get(`list ${id}`) ?? entries.get(`community ${id}`))?.name;
  }

  /** Undefined if no stored response has the handle, or if the user's handle has changed. */
  idOf(handle: string, isServed: IsOriginServed): string | undefined {
    const { id } = this.#newest(isServed, ({ entries }) => entries.get(toUserKey(handle))) ?? {};
    const isCurrent = id !== undefined && this.handleOf(id, isServed)?.toLowerCase() === handle.toLowerCase();
    return isCurrent ? id : undefined;
  }

  /** Words that begin with the typed text come first, then the newest. @param typed text in any case, with or without `@` */
  matching(typed: string, isServed: IsOriginServed, max: number): readonly StoredName[] {
    const wanted = typed.trim().replace(/^@/, '').toLowerCase();
    const found = wanted === '' ? [] : this.#served(isServed).filter(({ words }) => words.includes(wanted));
    const begins = ({ words }: SearchableName) => Number(words.includes(` ${wanted}`));
    return found.toSorted((a, b) => begins(b) - begins(a) || b.sentAt - a.sentAt).slice(0, max);
  }

  /** The newest first. */
  handles(isServed: IsOriginServed, max: number): readonly string[] {
    const users = this.#served(isServed).filter(({ subject }) => subject === 'user');
    return users
      .toSorted((a, b) => b.sentAt - a.sentAt)
      .slice(0, max)
      .flatMap(({ handle }) => handle ?? []);
  }

  clear(): void {
    this.#origins.clear();
  }

  #served(isServed: IsOriginServed): readonly SearchableName[] {
    return [...this.#origins.values()].filter(({ origin }) => isServed(origin)).flatMap(({ entries }) => [...entries.values()]);
  }

  #newest(isServed: IsOriginServed, find: (names: OriginNames) => SearchableName | undefined): SearchableName | undefined {
    return [...this.#origins.values()]
      .flatMap((names) => (isServed(names.origin) ? (find(names) ?? []) : []))
      .toSorted((left, right) => right.sentAt - left.sentAt)[0];
  }
}

function toUserKey(handle: string): string {
  return `user ${handle.toLowerCase()}`;
}

function addOrMergeName({ entries, usersById }: OriginNames, name: StoredName): void {
  const { subject, id, handle } = name;
  const key = handle === undefined ? `${subject} ${id ?? ''}` : toUserKey(handle);
  const known = entries.get(key);
  const [newer, older] = known === undefined || name.sentAt >= known.sentAt ? [name, known] : [known, name];
  const merged: StoredName = { ...newer, id: newer.id ?? older?.id, name: newer.name ?? older?.name };
  const entry = { ...merged, words: ` ${handle ?? ''} ${merged.name ?? ''} ${merged.id ?? ''}`.toLowerCase() };
  entries.set(key, entry);
  const before = entry.id === undefined ? undefined : usersById.get(entry.id);
  if (subject === 'user' && entry.id !== undefined && (before === undefined || before.sentAt <= entry.sentAt)) {
    usersById.set(entry.id, entry);
  }
}

/** Undefined for records that can't be looked up by a name. */
function toStoredName(record: AnyRecord, sentAt: number): StoredName | undefined {
  switch (record.kind) {
    case 'user':
      return record.handle === undefined
        ? undefined
        : { subject: 'user', id: record.id, handle: record.handle, name: record.name, sentAt };
    case 'handleState':
      return record.handle === undefined || record.userId === undefined
        ? undefined
        : { subject: 'user', id: record.userId, handle: record.handle, name: undefined, sentAt };
    case 'list':
    case 'community':
      return record.id === undefined || record.name === undefined
        ? undefined
        : { subject: record.kind, id: record.id, handle: undefined, name: record.name, sentAt };
    case 'post':
    case 'job':
    case 'trend':
    case 'space':
    case 'place':
    case 'hashtagPoint':
    case 'other':
      return undefined;
  }
}

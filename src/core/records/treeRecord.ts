import type {
  AnyRecord,
  CommunityRecord,
  ListRecord,
  SpaceRecord,
  TrendRecord,
  PostRecord,
  UserRecord,
} from '../../client/records/readRecord.ts';
import type { PageRecord, RecordPage, RecordPath } from '../../client/records/toPage.ts';
import { toSafeWebAddress } from './toPost.ts';
import { coerceText, isObject, toRawFields } from '../../client/records/fieldValues.ts';

/** One fact of a record: the keys that lead to it, and what stands there; of a list how long it is. */
interface RecordFact {
  readonly keys: readonly [string] | readonly [string, string];
  readonly value: string;
}

/** A record as a row of a tree: what was read of it, with the id or handle that stands for it. */
export type TreeRecord = PinnableRow | PostRow | DetailLineRecord;

export type PinnableRow = ExpandableRow | TrendRow;

export type ExpandableRow = UserRow | ListRow | CommunityRow | SpaceRow;

interface RecordPathAndConnection {
  /** Where the record stands in its response; undefined for one that is remembered without its response. */
  readonly path: RecordPath | undefined;
  /** The connection that found a record which is remembered without its response. */
  readonly connection?: string | undefined;
}

type RowWithRequiredTexts<R, Name extends string> = R & RecordPathAndConnection & Readonly<Record<Name, string>>;

export type UserRow = RowWithRequiredTexts<UserRecord, 'handle' | 'name'>;
export type PostRow = RowWithRequiredTexts<PostRecord, 'id'>;
export type ListRow = RowWithRequiredTexts<ListRecord, 'id' | 'name'>;
export type CommunityRow = RowWithRequiredTexts<CommunityRecord, 'id' | 'name'>;
export type SpaceRow = RowWithRequiredTexts<SpaceRecord, 'id' | 'title'>;
export type TrendRow = RowWithRequiredTexts<TrendRecord, 'name'>;

/** One line of a response that is read rather than expanded: a rule of a community, a fact about an account. */
export interface DetailLineRecord extends RecordPathAndConnection {
  readonly kind: 'line';
  readonly label: string;
  readonly value: string | undefined;
}

/** What of a response stands below a row: the records that it is of, the facts about them, or the rules beside them. */
export type ChildContentKind = 'records' | 'facts' | 'rules';

export function isPinnable(record: TreeRecord): record is PinnableRow {
  return record.kind !== 'post' && record.kind !== 'line';
}

export function isExpandableRow(record: TreeRecord): record is ExpandableRow {
  return record.kind === 'user' || record.kind === 'list' || record.kind === 'community' || record.kind === 'space';
}

/** What is searched for to see the posts of a trend; it stands for the trend, which has no id. */
export function getTrendQuery({ name = '', query = '' }: Pick<TrendRecord, 'name' | 'query'>): string {
  return query === '' ? name : query;
}

/** What distinguishes a record from the others of its node; undefined for lines, which may repeat. */
export function getTreeRecordKey(record: TreeRecord): string | undefined {
  if (record.kind === 'line') {
    return undefined;
  }
  if (record.kind === 'trend') {
    return `trend:${getTrendQuery(record)}`;
  }
  return `${record.kind}:${record.kind === 'user' ? (record.id ?? `@${record.handle.toLowerCase()}`) : record.id}`;
}

/** The rows of a response; a record that has no id or handle to stand for it is left out. */
export function toTreeRecords({ kind, records }: RecordPage, shown: ChildContentKind = 'records'): readonly TreeRecord[] {
  const own = records.filter((record) => record.kind === kind);
  switch (shown) {
    case 'records':
      return own.flatMap(({ record, path }) => toTreeRecord(record, path) ?? []);
    case 'facts':
      return own.flatMap((found) => listRecordFacts(found).map((fact) => toFactLine(fact, found.path ?? [])));
    case 'rules':
      return records.flatMap((found) => (found.path?.at(-2) === 'rules' ? (toRuleLine(found) ?? []) : []));
  }
}

/** A record as a row; undefined where it has no id or name to stand for it, or no view has rows of it. */
export function toTreeRecord(record: AnyRecord, path: RecordPath | undefined): TreeRecord | undefined {
  const { kind } = record;
  if (kind === 'user') {
    const handle = emptyToUndefined(record.handle);
    const name = emptyToUndefined(record.name) ?? handle;
    return handle === undefined || name === undefined
      ? undefined
      : { ...record, path, id: emptyToUndefined(record.id), handle, name, avatarUrl: emptyToUndefined(record.avatarUrl) };
  }
  if (kind === 'trend') {
    const name = emptyToUndefined(record.name) ?? emptyToUndefined(record.query);
    return name === undefined ? undefined : { ...record, path, name };
  }
  if (kind !== 'post' && kind !== 'list' && kind !== 'community' && kind !== 'space') {
    return undefined; // no view has rows of it
  }
  const id = emptyToUndefined(record.id);
  if (id === undefined) {
    return undefined;
  }
  switch (kind) {
    case 'post':
      return { ...record, path, id };
    case 'list':
      return { ...record, path, id, name: emptyToUndefined(record.name) ?? id };
    case 'community': {
      const isInviteOnly = record.isInviteOnly === true || /restrict|invit/i.test(record.joinPolicy ?? '');
      return { ...record, path, id, name: emptyToUndefined(record.name) ?? id, isInviteOnly };
    }
    case 'space':
      return { ...record, path, id, title: emptyToUndefined(record.title) ?? id };
  }
}

/** Undefined for a rule without a title. */
function toRuleLine({ record, path }: PageRecord): DetailLineRecord | undefined {
  return record.kind === 'other' && record.title !== undefined
    ? { kind: 'line', path, label: record.title, value: record.description }
    : undefined;
}

function toFactLine({ keys, value }: RecordFact, path: RecordPath): DetailLineRecord {
  const [name, inner] = keys;
  const label = inner === undefined ? toReadableLabel(name) : `${toReadableLabel(name)}: ${toReadableLabel(inner).toLowerCase()}`;
  return { kind: 'line', path: [...path, ...keys], label, value };
}

/** "accountBasedIn" and "account_based_in" as "Account based in": the service's own words, fit to read. */
function toReadableLabel(name: string): string {
  const spaced = name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

function emptyToUndefined(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}

/** Undefined for what has no page. @param site what the addresses of the platform's pages begin with */
export function toRecordUrl(record: AnyRecord | { readonly kind: 'line' }, site: string): string | undefined {
  switch (record.kind) {
    case 'user':
      return toPageUrl(site, record.handle);
    case 'post':
      return (
        toSafeWebAddress(record.url) ?? toPageUrl(`${toPageUrl(site, record.author?.handle) ?? `${site}/i`}/status`, record.id)
      );
    case 'list':
      return toPageUrl(`${site}/i/lists`, record.id);
    case 'community':
      return toPageUrl(`${site}/i/communities`, record.id);
    case 'space':
      return toPageUrl(`${site}/i/spaces`, record.id);
    case 'job':
    case 'trend':
    case 'place':
      return toSafeWebAddress(record.url);
    case 'hashtagPoint':
    case 'handleState':
    case 'other':
    case 'line':
      return undefined;
  }
}

function toPageUrl(address: string, name = ''): string | undefined {
  return name === '' ? undefined : `${address}/${encodeURIComponent(name)}`;
}

/** The facts of a record as the service wrote them, in its order; objects inside are opened. */
function listRecordFacts({ source }: Pick<PageRecord, 'source'>): readonly RecordFact[] {
  return Object.entries(toRawFields(source)).flatMap(([name, field]): readonly RecordFact[] => {
    const value = Array.isArray(field) ? String(field.length) : coerceText(field);
    if (value !== undefined) {
      return value === '' ? [] : [{ keys: [name], value }];
    }
    const inside = isObject(field) ? Object.entries(field) : [];
    return inside.flatMap(([inner, fact]) => {
      const text = coerceText(fact);
      return text === undefined ? [] : [{ keys: [name, inner] as const, value: text }];
    });
  });
}

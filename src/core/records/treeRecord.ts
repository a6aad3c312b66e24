import type { RecordKind } from '../../client/endpoint.ts';
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
import { coerceText, toRawFields } from '../../client/records/fieldValues.ts';

export type TreeRecord = PinnableRow | PostRow | DetailLineRecord;

export type PinnableRow = ExpandableRow | TrendRow;

export type ExpandableRow = UserRow | ListRow | CommunityRow | SpaceRow;

interface RecordPathAndConnection {
  /** Its path in the response; undefined for a pin. */
  readonly path: RecordPath | undefined;
  /** The connection that found a pinned record. */
  readonly connection?: string | undefined;
}

type RowWithRequiredTexts<R, Name extends string> = R & RecordPathAndConnection & Readonly<Record<Name, string>>;

export type UserRow = RowWithRequiredTexts<UserRecord, 'handle' | 'name'>;
export type PostRow = RowWithRequiredTexts<PostRecord, 'id'>;
export type ListRow = RowWithRequiredTexts<ListRecord, 'id' | 'name'>;
export type CommunityRow = RowWithRequiredTexts<CommunityRecord, 'id' | 'name'>;
export type SpaceRow = RowWithRequiredTexts<SpaceRecord, 'id' | 'title'>;
export type TrendRow = RowWithRequiredTexts<TrendRecord, 'name'>;

/** A community rule or a fact about a user. */
export interface DetailLineRecord extends RecordPathAndConnection {
  readonly kind: 'line';
  readonly label: string;
  readonly value: string | undefined;
}

export type ChildContentKind = 'records' | 'facts' | 'rules';

export function isPinnable(record: TreeRecord): record is PinnableRow {
  return record.kind !== 'post' && record.kind !== 'line';
}

export function isExpandableRow(record: TreeRecord): record is ExpandableRow {
  return record.kind === 'user' || record.kind === 'list' || record.kind === 'community' || record.kind === 'space';
}

/** Finds a trend's posts, and identifies the trend, which doesn't have an id. */
export function getTrendQuery({ name = '', query = '' }: Pick<TrendRecord, 'name' | 'query'>): string {
  return query === '' ? name : query;
}

/** Unique among siblings; undefined for lines, which may repeat. */
export function getTreeRecordKey(record: TreeRecord): string | undefined {
  if (record.kind === 'line') {
    return undefined;
  }
  if (record.kind === 'trend') {
    return `trend:${getTrendQuery(record)}`;
  }
  return `${record.kind}:${record.kind === 'user' ? (record.id ?? `@${record.handle.toLowerCase()}`) : record.id}`;
}

/** Leaves out records without an id or handle. */
export function toTreeRecords({ kind, records }: RecordPage, shown: ChildContentKind = 'records'): readonly TreeRecord[] {
  const own = records.filter((record) => record.kind === kind);
  switch (shown) {
    case 'records':
      return own.flatMap(({ record, path }) => toTreeRecord(record, path) ?? []);
    case 'facts':
      return own.flatMap(toFactLines);
    case 'rules':
      return records.flatMap((found) => (found.path?.at(-2) === 'rules' ? (toRuleLine(found) ?? []) : []));
  }
}

/** Undefined if the record doesn't have an id or name, or if trees don't show its kind. */
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
    return undefined;
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

const wordsByFieldName: ReadonlyMap<string, string> = new Map([
  ['id_str', 'id'],
  ['screen_name', 'handle'],
  ['following', 'follows'],
]);

/** "accountBasedIn" → "Account based in", "source", "followed_by" → "Source: followed by" */
export function toReadableLabel(path: readonly string[]): string {
  const [first = '', ...inner] = path.map((name) =>
    (wordsByFieldName.get(name) ?? name)
      .replaceAll('_', ' ')
      .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .replaceAll(/\b(?:id|url)(?=s?\b)/g, (word) => word.toUpperCase()),
  );
  return [first.charAt(0).toUpperCase() + first.slice(1), ...(inner.length === 0 ? [] : [inner.join(' ')])].join(': ');
}

function emptyToUndefined(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}

/** Undefined if the record doesn't have a page. @param site the platform's site, without a path */
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

/** Whether a record's row has enough data for a page. @param cell a column's text */
export function hasWebPage(kind: RecordKind, cell: (name: 'username' | 'id' | 'url') => string): boolean {
  if (kind === 'user') {
    return cell('username') !== '';
  }
  return kind === 'list' || kind === 'community' || kind === 'space' ? cell('id') !== '' : isWebAddress(cell('url'));
}

export function isWebAddress(text: string): boolean {
  return /^https?:\/\//.test(text);
}

function toPageUrl(address: string, name = ''): string | undefined {
  return name === '' ? undefined : `${address}/${encodeURIComponent(name)}`;
}

/** The fields of a record and its inner objects, in the service's order. Lists are shown by their length. */
function toFactLines({ source, path = [] }: PageRecord): readonly DetailLineRecord[] {
  return Object.entries(toRawFields(source)).flatMap(([name, field]): readonly DetailLineRecord[] => {
    const label = toReadableLabel([name]);
    const value = Array.isArray(field) ? String(field.length) : coerceText(field);
    if (value !== undefined) {
      return value === '' ? [] : [{ kind: 'line', path: [...path, name], label, value }];
    }
    return Object.entries(toRawFields(field)).flatMap(([inner, fact]): readonly DetailLineRecord[] => {
      const text = coerceText(fact);
      const innerLabel = toReadableLabel([name, inner]);
      return text === undefined ? [] : [{ kind: 'line', path: [...path, name, inner], label: innerLabel, value: text }];
    });
  });
}

import type { PageRecord, RecordPage } from '../../../client/records/toPage.ts';
import type { LineRecord, TreeRecord } from './treeRecord.ts';

/** What of an answer stands below a row: the records that it is of, the facts about them, or the rules beside them. */
export type RowContent = 'records' | 'facts' | 'rules';

type Path = readonly (string | number)[];

/** The rows of an answer; a record that has no id or handle to stand for it is left out. */
export function treeRecords({ kind, records }: RecordPage, shown: RowContent = 'records'): readonly TreeRecord[] {
  const own = records.filter((record) => record.kind === kind);
  switch (shown) {
    case 'records':
      return own.flatMap((found) => treeRecord(found) ?? []);
    case 'facts':
      return own.flatMap(({ source, path }) => factsOf(source, path ?? []));
    case 'rules':
      return records.flatMap((found) => (found.path?.at(-2) === 'rules' ? (toRule(found) ?? []) : []));
  }
}

function treeRecord({ record, path }: Pick<PageRecord, 'record' | 'path'>): TreeRecord | undefined {
  switch (record.kind) {
    case 'user': {
      const handle = filled(record.handle);
      return handle === undefined
        ? undefined
        : {
            ...record,
            path,
            id: filled(record.id),
            handle,
            name: filled(record.name) ?? handle,
            avatarUrl: filled(record.avatarUrl),
          };
    }
    case 'post': {
      const id = filled(record.id);
      return id === undefined ? undefined : { ...record, path, id };
    }
    case 'list': {
      const id = filled(record.id);
      return id === undefined ? undefined : { ...record, path, id, name: filled(record.name) ?? id };
    }
    case 'community': {
      const id = filled(record.id);
      const isInviteOnly = record.isInviteOnly === true || /restrict|invit/i.test(record.joinPolicy ?? '');
      return id === undefined ? undefined : { ...record, path, id, name: filled(record.name) ?? id, isInviteOnly };
    }
    case 'space': {
      const id = filled(record.id);
      return id === undefined ? undefined : { ...record, path, id, title: filled(record.title) ?? id };
    }
    case 'job':
    case 'trend':
    case 'place':
    case 'hashtagPoint':
    case 'handleState':
    case 'other':
      return undefined;
  }
}

/** The reference names no element type: a text, or an object with a name. */
function toRule({ source, path }: PageRecord): LineRecord | undefined {
  const label =
    typeof source === 'string' ? source : (textIn(source, 'name') ?? textIn(source, 'title') ?? textIn(source, 'text'));
  return label === undefined ? undefined : { kind: 'line', path, label, value: textIn(source, 'description') };
}

/** The facts of an object, each on a line; objects inside are opened, arrays counted. */
function factsOf(value: unknown, path: Path): readonly LineRecord[] {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]: [string, unknown]) => factLines(name, inner, path))
    : [];
}

function factLines(name: string, value: unknown, path: Path): readonly LineRecord[] {
  const line = (label: string, shown: string, ...keys: Path): LineRecord => ({
    kind: 'line',
    path: [...path, ...keys],
    label,
    value: shown,
  });
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value === '' ? [] : [line(words(name), String(value), name)];
  }
  if (Array.isArray(value)) {
    return [line(words(name), String(value.length), name)];
  }
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  return Object.entries(value).flatMap(([inner, item]: [string, unknown]) =>
    typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean'
      ? [line(`${words(name)}: ${words(inner).toLowerCase()}`, String(item), name, inner)]
      : [],
  );
}

/** "accountBasedIn" and "account_based_in" as "Account based in": the service's own words, fit to read. */
function words(name: string): string {
  const spaced = name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

function textIn(value: unknown, key: string): string | undefined {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  return filled(typeof found === 'string' ? found : undefined);
}

function filled(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}

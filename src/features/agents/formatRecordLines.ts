import type { RecordKind } from '../../client/endpoint.ts';
import type { PageRecord, RecordPage } from '../../client/records/toPage.ts';
import { type Cell, formatPlainCell, type RowCells, type RecordColumn } from '../../core/table/cell.ts';
import { toRecordOfKind, getTableColumns, selectTableRecords, toRowCells } from '../../core/table/recordTable.ts';
import { formatUntrustedLine } from './untrusted.ts';

export interface RecordLineOptions {
  /** Number of the first record, from 1. */
  readonly from: number;
  /** Column names. Default: the most useful ones. */
  readonly fields?: readonly string[] | undefined;
  /** For all lines combined. A single record may exceed it. */
  readonly maxBytes: number;
  /** Adds the row number of the post that each post replies to. */
  readonly isThread?: boolean;
}

export interface RecordLines {
  /** Untrusted, including field names. */
  readonly lines: readonly string[];
  readonly shown: number;
  readonly total: number;
  /** Records of other kinds, which aren't shown. */
  readonly others: number;
  /** How many columns with values aren't shown. */
  readonly hidden: number;
  /** Some times omit the date if it is the same as in the row above. */
  readonly hasTimesAlone: boolean;
}

/** Longer text is truncated. */
const maxCellCharacters = 400;
const maxCellCharactersOfFewRecords = 4_000;
const maxRecordsCountedAsFew = 3;

/** For kinds with many columns. A model can request the others by name. */
const briefColumns: Readonly<Partial<Record<RecordKind, readonly string[]>>> = {
  user: ['id', 'username', 'name', 'description', 'followers', 'verified', 'role'],
  list: ['id', 'name', 'description', 'members', 'private'],
  community: ['id', 'name', 'description', 'members', 'join_policy'],
  job: ['id', 'title', 'company', 'location'],
  trend: ['rank', 'name', 'description', 'volume', 'growth_rate'],
  space: ['id', 'title', 'state', 'host', 'participants', 'scheduled_start'],
  // other columns are redundant: each country precedes its towns
  place: ['woeid', 'name'],
};

export function formatRecordLines(page: RecordPage, options: RecordLineOptions): RecordLines {
  const { kind, records } = selectTableRecords(page);
  const fields = getTableColumns(kind, records);
  const rows = records.map((record) => toRowCells(toRecordOfKind(kind, record), fields));
  const used = fields.filter((_, at) => rows.some((row) => !isEmptyCell(row[at])));
  const columns = selectShownColumns(kind, { used, fields }, options.fields, rows.length === 1);
  const placed = columns.map((field) => ({ field, at: fields.indexOf(field) }));
  const facts = {
    total: rows.length,
    others: page.records.length - records.length,
    hidden: used.filter((field) => !columns.includes(field)).length,
  };
  const [only] = rows;
  if (only === undefined || rows.length === 1) {
    const all = only === undefined ? [] : listFacts(only, placed);
    const lines = takeFittingLines(all, options.maxBytes);
    return { ...facts, hidden: facts.hidden + all.length - lines.length, lines, shown: rows.length, hasTimesAlone: false };
  }
  return {
    ...facts,
    ...formatTableLines(rows, placed, options.isThread === true ? findRepliedRowNumbers(records) : undefined, options),
  };
}

export function listRecordFieldNames(page: RecordPage): readonly string[] {
  const { kind, records } = selectTableRecords(page);
  return getTableColumns(kind, records).map(({ name }) => name);
}

interface IndexedColumn {
  readonly field: RecordColumn;
  readonly at: number;
}

function selectShownColumns(
  kind: RecordKind,
  { used, fields }: { readonly used: readonly RecordColumn[]; readonly fields: readonly RecordColumn[] },
  names: readonly string[] | undefined,
  isAlone: boolean,
): readonly RecordColumn[] {
  if (names !== undefined && names.length > 0) {
    // other tools need the id
    return fields.filter(({ name }) => name === 'id' || names.includes(name));
  }
  const brief = briefColumns[kind];
  return isAlone
    ? used
    : used.filter(({ isShown, name, type }) =>
        brief === undefined ? (isShown && type !== 'link') || name === 'id' : brief.includes(name),
      );
}

function listFacts(row: RowCells, columns: readonly IndexedColumn[]): readonly string[] {
  return columns.flatMap(({ field, at }) => {
    const text = formatCellLine(row[at], field, maxCellCharactersOfFewRecords);
    return text === '' ? [] : [`${formatUntrustedLine(field.name, maxCellCharacters)}: ${text}`];
  });
}

/** Values that all rows share are in a line above them. */
function formatTableLines(
  rows: readonly RowCells[],
  columns: readonly IndexedColumn[],
  replyRows: readonly string[] | undefined,
  { from, maxBytes }: RecordLineOptions,
): Pick<RecordLines, 'lines' | 'shown' | 'hasTimesAlone'> {
  const max = rows.length <= maxRecordsCountedAsFew ? maxCellCharactersOfFewRecords : maxCellCharacters;
  const texts = rows.map((row) => columns.map(({ field, at }) => formatCellLine(row[at], field, max)));
  const isSame = columns.map((_, at) => rows.length > maxRecordsCountedAsFew && texts.every((row) => row[at] === texts[0]?.[at]));
  const shared = columns.flatMap(({ field }, at) =>
    isSame[at] === true ? [`${formatUntrustedLine(field.name, maxCellCharacters)}=${texts[0]?.[at] ?? ''}`] : [],
  );
  const differing = (row: readonly string[]) => row.filter((_, at) => isSame[at] !== true);
  const head = [
    ...(replyRows === undefined ? [] : ['#', 're']),
    ...differing(columns.map(({ field }) => formatUntrustedLine(field.name, maxCellCharacters))),
  ];
  const isTime = columns.map(({ field }, at) => field.type === 'time' && isSame[at] !== true);
  const usual = columns.map(({ field }, at) =>
    field.type === 'text' ? findMajorityText(texts.map((row) => row[at] ?? '')) : undefined,
  );
  const short = omitRepeatedDates(texts.slice(from - 1), isTime);
  const body = short.map((row, at) => [
    ...(replyRows === undefined ? [] : [String(from + at), replyRows[from - 1 + at] ?? '']),
    ...differing(row.map((text, column) => (text === usual[column] ? majorityTextMark : text))),
  ]);
  const shown = takeFittingLines(
    body.map((row) => row.join('\t')),
    maxBytes,
  );
  const above = [
    ...(shared.length === 0 ? [] : [`All: ${shared.join(', ')}`]),
    ...columns.flatMap(({ field }, at) =>
      usual[at] === undefined || isSame[at] === true
        ? []
        : [`Where ${formatUntrustedLine(field.name, maxCellCharacters)} is ${majorityTextMark}: ${usual[at]}`],
    ),
    head.join('\t'),
  ];
  const hasTimesAlone = short
    .slice(0, shown.length)
    .some((row) => row.some((text, at) => isTime[at] === true && text !== '' && !text.includes('T')));
  return { lines: [...above, ...shown], shown: shown.length, hasTimesAlone };
}

const majorityTextMark = '=';
/** Replacing shorter text doesn't save space. */
const minMajorityTextLength = 8;

function findMajorityText(texts: readonly string[]): string | undefined {
  const counts = Map.groupBy(texts, (text) => text);
  const [text = '', rows = []] = [...counts].toSorted(([, one], [, other]) => other.length - one.length)[0] ?? [];
  const isUsual =
    texts.length > maxRecordsCountedAsFew && text.length >= minMajorityTextLength && 2 * rows.length >= texts.length;
  return isUsual && !counts.has(majorityTextMark) ? text : undefined;
}

/** "13:00Z" if the row above has the same date. @param isTime by column */
function omitRepeatedDates(rows: readonly (readonly string[])[], isTime: readonly boolean[]): readonly (readonly string[])[] {
  const dayOf = (text: string | undefined) => text?.split('T')[0];
  return rows.map((row, at) =>
    row.map((text, column) => {
      const isOfSameDay = isTime[column] === true && text !== '' && dayOf(rows[at - 1]?.[column]) === dayOf(text);
      return isOfSameDay ? text.slice(text.indexOf('T') + 1) : text;
    }),
  );
}

function isEmptyCell(cell: Cell | undefined): boolean {
  return cell === undefined || cell === null || cell === '' || (typeof cell === 'object' && cell.length === 0);
}

/** Times to the minute: "2026-01-31T10:30Z". */
function formatCellLine(cell: Cell | undefined, { type }: RecordColumn, max: number): string {
  const text = formatPlainCell(cell ?? null, type);
  return type === 'time' && text !== '' ? `${text.slice(0, 16)}Z` : formatUntrustedLine(text, max);
}

function findRepliedRowNumbers(records: readonly PageRecord[]): readonly string[] {
  const places = new Map(records.map(({ id }, at) => [id, at + 1]));
  return records.map(({ record }) => {
    const parent = record.kind === 'post' && record.replyToId !== undefined ? places.get(record.replyToId) : undefined;
    return parent === undefined ? '' : String(parent);
  });
}

/** Includes the first line even if it is too long. */
function takeFittingLines(lines: readonly string[], maxBytes: number): readonly string[] {
  const encoder = new TextEncoder();
  let bytes = 0;
  const beyond = lines.findIndex((line, at) => {
    bytes += encoder.encode(line).length + 3; // with bar and line break
    return at > 0 && bytes > maxBytes;
  });
  return beyond === -1 ? lines : lines.slice(0, beyond);
}

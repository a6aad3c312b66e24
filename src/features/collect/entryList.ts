import { parse } from 'csv-parse/sync';
import * as l10n from '@vscode/l10n';
import type { Endpoint } from '../../client/endpoint.ts';
import { tryParseJson } from '../../client/json/tryParseJson.ts';
import { toRawFields } from '../../client/records/fieldValues.ts';
import { checkParams } from '../../client/checkParams.ts';
import { CollectFault, listJobs } from './collectPlan.ts';

/** A value and where it is: 1 for the first line. */
interface ListLine {
  readonly line: number;
  readonly value: string;
}

export interface EntryList {
  readonly values: readonly string[];
  /** How many lines repeated an earlier value. */
  readonly doubles: number;
}

export type ListFormat = 'lines' | 'csv' | 'ndjson';

export function getListFormat(path: string): ListFormat {
  return /\.csv$/i.test(path) ? 'csv' : /\.(?:ndjson|jsonl)$/i.test(path) ? 'ndjson' : 'lines';
}

interface ListOptions {
  readonly endpoint: Endpoint;
  /** The parameter that takes the values. */
  readonly as: string;
  readonly format: ListFormat;
  /** A table's column. Default: one with a usual name. */
  readonly column?: string | undefined;
}

const maxFaultsShown = 5;

/**
 * Reads handles or ids from a text, without `@` and doubles.
 * @throws CollectFault for wrong values, with their lines, and for an empty list
 */
export function readEntryList(text: string, options: ListOptions): EntryList {
  const lines = readLines(text, options).filter(({ value }) => value !== '');
  const values = [...Map.groupBy(lines, ({ value }) => value.toLowerCase()).values()].flatMap(([first]) => first ?? []);
  if (values.length === 0) {
    throw new CollectFault(l10n.t('The list is empty.'));
  }
  const faults = values.flatMap((line) => describeFault(line, options) ?? []);
  if (faults.length > 0) {
    const more = faults.length - maxFaultsShown;
    const shown = faults.slice(0, maxFaultsShown).join('\n');
    throw new CollectFault(more > 0 ? `${shown}\n${l10n.t('{0} more lines are wrong.', more)}` : shown);
  }
  return { values: values.map(({ value }) => value), doubles: lines.length - values.length };
}

function describeFault({ line, value }: ListLine, { endpoint, as }: ListOptions): string | undefined {
  const [job] = listJobs({ params: {}, as }, endpoint, [value]);
  const fault = checkParams(endpoint, job?.params).find(({ param }) => param === as);
  return fault === undefined ? undefined : l10n.t('Line {0}: {1}.', line, fault.message);
}

function readLines(text: string, options: ListOptions): readonly ListLine[] {
  const plain = text.replace(/^\ufeff/, '');
  switch (options.format) {
    case 'lines':
      return plain.split(/[\r\n]+|,/).map((value, index) => ({ line: index + 1, value: toValue(value) }));
    case 'csv':
      return readCsv(plain, options);
    case 'ndjson':
      return readNdjson(plain, options);
  }
}

function toValue(value: string): string {
  return value.trim().replace(/^@/, '');
}

function readCsv(text: string, options: ListOptions): readonly ListLine[] {
  const lines: number[] = [];
  let rows: readonly (readonly string[])[];
  try {
    rows = parse(text, {
      skipEmptyLines: true,
      relaxColumnCount: true,
      onRecord: (cells, { lines: line }) => {
        lines.push(line);
        return cells;
      },
    });
  } catch (error) {
    throw new CollectFault(l10n.t("The CSV file can't be read: {0}.", error instanceof Error ? error.message : String(error)));
  }
  const [header = []] = rows;
  const column = header.indexOf(findColumn(header, options));
  return rows.slice(1).map((cells, index) => ({ line: lines[index + 1] ?? 0, value: toValue(cells[column] ?? '') }));
}

function readNdjson(text: string, options: ListOptions): readonly ListLine[] {
  const lines = text.split(/\r?\n/).flatMap((json, index) => (json.trim() === '' ? [] : [{ line: index + 1, json }]));
  return lines.map(({ line, json }) => {
    const parsed = tryParseJson(json);
    const isTable = typeof parsed === 'object' && parsed !== null;
    const value = isTable ? toRawFields(parsed)[findColumn(Object.keys(parsed), options)] : parsed;
    if (typeof value !== 'string' && !Number.isSafeInteger(value)) {
      throw new CollectFault(l10n.t('Line {0}: the value must be a string. Numbers this large lose digits.', line));
    }
    return { line, value: toValue(String(value)) };
  });
}

/** @throws CollectFault if the table has no such column */
function findColumn(columns: readonly string[], { as, column }: ListOptions): string {
  const snake = as.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const singular = [as, snake].map((name) => name.replace(/s$/, ''));
  const usual = /name/i.test(as) ? ['username', 'handle', 'screen_name'] : ['id'];
  const names = column === undefined ? [as, snake, ...singular, ...usual] : [column];
  const found = names.find((name) => columns.includes(name));
  if (found === undefined) {
    throw new CollectFault(
      l10n.t('The table has no column {0}. Its columns are {1}.', column ?? [...new Set(names)].join(', '), columns.join(', ')),
    );
  }
  return found;
}

import { parse } from 'csv-parse/sync';
import type * as z from 'zod';
import * as l10n from '@vscode/l10n';
import type { Endpoint } from '../../client/endpoint.ts';
import { pageParamNames } from '../../client/endpoints/normalizeParams.ts';
import { tryParseJson } from '../../client/json/tryParseJson.ts';
import { toRawFields } from '../../client/records/fieldValues.ts';
import { checkParams } from '../../client/checkParams.ts';
import { CollectFault, endSentence, listJobs } from './collectPlan.ts';

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
  const { params } = options.endpoint;
  const param = params.shape[options.as];
  if (param === undefined) {
    const names = Object.keys(params.shape).filter((name) => !pageParamNames.has(name));
    throw new CollectFault(
      l10n.t('{0} has no parameter {1}. Its parameters are {2}.', options.endpoint.title, options.as, names.join(', ')),
    );
  }
  const isName = isNameParam(param);
  const lines = readLines(text, options, isName)
    .map(({ line, value }) => ({ line, value: isName ? value.trim().replace(/^@/, '') : value.trim() }))
    .filter(({ value }) => value !== '');
  const unique = Map.groupBy(lines, ({ value }) => (isName ? value.toLowerCase() : value));
  const values = [...unique.values()].flatMap(([first]) => first ?? []);
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
  return fault === undefined ? undefined : l10n.t('Line {0}: {1}', line, endSentence(fault.message));
}

/** Whether its values are handles or IDs. */
function isNameParam(schema: z.ZodType): boolean {
  const def: { readonly type: string; readonly innerType?: z.ZodType; readonly element?: z.ZodType } = schema.def;
  const inner = def.element ?? def.innerType;
  return schema.meta()?.['isName'] === true || (inner !== undefined && isNameParam(inner));
}

function readLines(text: string, options: ListOptions, isName: boolean): readonly ListLine[] {
  const plain = text.replace(/^\ufeff/, '');
  switch (options.format) {
    case 'lines':
      return plain
        .split(/\r\n|\r|\n/)
        .flatMap((row, index) => (isName ? row.split(',') : [row]).map((value) => ({ line: index + 1, value })));
    case 'csv':
      return readCsv(plain, options);
    case 'ndjson':
      return readNdjson(plain, options);
  }
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
  return rows.slice(1).map((cells, index) => ({ line: lines[index + 1] ?? 0, value: cells[column] ?? '' }));
}

function readNdjson(text: string, options: ListOptions): readonly ListLine[] {
  const lines = text.split(/\r?\n/).flatMap((json, index) => (json.trim() === '' ? [] : [{ line: index + 1, json }]));
  return lines.map(({ line, json }) => {
    const parsed = tryParseJson(json);
    const isTable = typeof parsed === 'object' && parsed !== null;
    const value = isTable ? toRawFields(parsed)[findColumn(Object.keys(parsed), options)] : parsed;
    if (typeof value !== 'string' && !Number.isSafeInteger(value)) {
      throw new CollectFault(
        typeof value === 'number'
          ? l10n.t('Line {0}: numbers this large lose digits. Write the value as a string.', line)
          : l10n.t("Line {0}: there is no value, or it isn't a string.", line),
      );
    }
    return { line, value: String(value) };
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
      l10n.t('The table has no column named {0}. Its columns are {1}.', [...new Set(names)].join(' or '), columns.join(', ')),
    );
  }
  return found;
}

import { resultsViewModes } from '../../../core/records/responseView.ts';
import * as z from 'zod/mini';
import { catch as readOr } from 'zod/mini';
import { restorableResultsSchema, type ShownQuery, type QueryPriceAndFaults, type QueryField } from '../resultsContract.ts';
import * as l10n from '@vscode/l10n';
import { translateTableText } from '../../../core/records/translateTableText.ts';
import { checkQuery } from '../../../client/search/checkQuery.ts';
import { getSearchFaultSeverity } from '../../../client/search/describeSearchFault.ts';
import { findQuerySubject } from '../../../core/requests/findQuerySubject.ts';
import type { FieldTexts } from '../../../core/requests/form.ts';

const countSchema = z.int().check(z.nonnegative());

/** Persisted by VS Code. Invalid parts get their defaults. */
const viewSchema = z.object({
  /** The user's choice; undefined for the record kind's default. */
  mode: readOr(z.optional(z.enum(resultsViewModes)), undefined),
  filter: readOr(z.string(), ''),
  sort: readOr(z.optional(z.object({ column: z.string(), direction: z.enum(['ascending', 'descending']) })), undefined),
  columns: readOr(z.record(z.string(), z.boolean()), {}),
  widths: readOr(z.record(z.string(), z.number().check(z.nonnegative(), z.maximum(5_000))), {}),
  top: readOr(countSchema, 0),
  plot: readOr(z.string(), ''),
  isBuilderOpen: readOr(z.boolean(), false),
  hasPictures: readOr(z.boolean(), false),
});
type PersistedView = z.output<typeof viewSchema>;

/** The selection isn't persisted. */
export interface ResultsViewState extends Readonly<PersistedView> {
  readonly selected: readonly number[];
}

export const defaultResultsViewState: ResultsViewState = { ...viewSchema.parse({}), selected: [] };

const persistedPageSchema = z.object({
  source: restorableResultsSchema,
  draft: readOr(z.record(z.string(), z.string()), {}),
  view: readOr(viewSchema, viewSchema.parse({})),
});
type PersistedResultsPage = Readonly<z.output<typeof persistedPageSchema>>;

/** Undefined if it is invalid or from an incompatible version. */
export function readPersistedResultsPage(stored: unknown): PersistedResultsPage | undefined {
  return persistedPageSchema.safeParse(stored).data;
}

export function areFieldTextsEqual(one: FieldTexts, other: FieldTexts): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => (one[name] ?? '') === (other[name] ?? ''));
}

/** Why the query can't be sent; empty if it can. */
export function describeCallBlocker(
  { draft, quote: { faults } }: { readonly draft: FieldTexts; readonly quote: QueryPriceAndFaults },
  { search, fields }: ShownQuery,
): string {
  const isSearch = search?.hasOperators === true;
  if (isSearch && (draft['searchItem'] ?? '').trim() === '') {
    return l10n.t('Enter a query to search.');
  }
  if (isSearch && checkQuery(draft['searchItem'] ?? '').some((fault) => getSearchFaultSeverity(fault) === 'error')) {
    return l10n.t('Fix the query.');
  }
  const named = isSearch ? [] : fields.filter(({ name }) => faults.some(({ field }) => field === name));
  const missing = named.filter(({ name }) => (draft[name] ?? '') === '');
  const titles = (some: readonly QueryField[]) => some.map(({ title }) => translateTableText(title)).join(', ');
  if (missing.length > 0) {
    return l10n.t('Enter {0}.', titles(missing));
  }
  return named.length > 0 ? l10n.t('Fix {0}.', titles(named)) : (faults[0]?.message ?? '');
}

/** "coffee", or "Followers: @ada_writes" and what differs from the defaults. The page size doesn't change what is found. */
export function formatQuery({ search, fields, title }: ShownQuery, texts: FieldTexts, subject: string): string {
  if (search !== null) {
    return texts[search.words] ?? '';
  }
  const [first, ...others] = fields.flatMap(({ name, title: label, choices, required, serviceDefault }) => {
    const text = texts[name] ?? '';
    const shown = choices.length > 0 ? translateTableText(text) : (findQuerySubject({ [name]: text }) ?? text);
    const isUsual = text === '' || text === serviceDefault || name === 'count' || name === 'limit';
    return isUsual ? [] : [{ label: translateTableText(label), shown, required }];
  });
  const name = subject === '' && first?.required === true ? first.shown : subject;
  const labelled = [...(first === undefined || name !== '' ? [] : [first]), ...others];
  const heading = [translateTableText(title), ...(name === '' ? [] : [name])].join(': ');
  return [heading, ...labelled.map(({ label, shown }) => `${label}: ${shown}`)].join(' · ');
}

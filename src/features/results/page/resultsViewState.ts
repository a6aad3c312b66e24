import { resultsViewModes } from '../../../core/records/answerView.ts';
import * as z from 'zod/mini';
import { catch as readOr } from 'zod/mini';
import { restorableResultsSchema } from '../resultsContract.ts';

export const maxPagesPerLoad = 100;

const countSchema = z.int().check(z.nonnegative());

/** Survives hiding, moving and reloading. Unreadable parts get their defaults. */
const viewSchema = z.object({
  /** The person's choice; undefined: the mode that fits the records. */
  mode: readOr(z.optional(z.enum(resultsViewModes)), undefined),
  filter: readOr(z.string(), ''),
  sort: readOr(z.optional(z.object({ column: z.string(), direction: z.enum(['ascending', 'descending']) })), undefined),
  columns: readOr(z.record(z.string(), z.boolean()), {}),
  widths: readOr(z.record(z.string(), z.number().check(z.nonnegative(), z.maximum(5_000))), {}),
  top: readOr(countSchema, 0),
  plot: readOr(z.string(), ''),
  isBuilderOpen: readOr(z.boolean(), false),
  /** How many pages are loaded at once: more than one page, which has a button of its own. */
  pages: readOr(z.int().check(z.minimum(2), z.maximum(maxPagesPerLoad)), 5),
  hasPictures: readOr(z.boolean(), false),
});
type PersistedView = z.output<typeof viewSchema>;

/** How records are shown, and which are selected: those that a person can see selected on this page. */
export interface ResultsViewState extends Readonly<PersistedView> {
  readonly selected: readonly number[];
}

export const defaultResultsViewState: ResultsViewState = { ...viewSchema.parse({}), selected: [] };

const persistedPageSchema = z.object({
  source: restorableResultsSchema,
  draft: readOr(z.record(z.string(), z.string()), {}),
  view: readOr(viewSchema, viewSchema.parse({})),
});
export type PersistedResultsPage = Readonly<z.output<typeof persistedPageSchema>>;

/** Undefined if it is broken or from an incompatible version. */
export function readPersistedResultsPage(kept: unknown): PersistedResultsPage | undefined {
  return persistedPageSchema.safeParse(kept).data;
}

export function areFieldTextsEqual(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => (one[name] ?? '') === (other[name] ?? ''));
}

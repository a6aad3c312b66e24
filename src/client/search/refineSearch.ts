import type * as z from 'zod';
import { checkQuery } from './checkQuery.ts';
import { type FaultCode, severityOf } from './faults.ts';
import { presentAtPlace, sentenceText } from './presentFault.ts';

/** What filtersSchema says already, at the filter itself. */
const saidBySchema: ReadonlySet<FaultCode> = new Set(['oppositePair', 'filterFormat', 'unknownFilter', 'filterType']);

/**
 * The refinement of the parameters of GET /search: every error of the text and the filters together
 * becomes an issue at `searchItem` or at the filter to blame, in the order of the service's checks.
 * Warnings are left to those who show them.
 */
export function refineSearch(
  params: { readonly searchItem?: string | undefined; readonly filters?: object | undefined },
  context: z.RefinementCtx,
): void {
  // What has been refused already is missing from the params: the rest would be judged wrongly.
  if (context.issues.length > 0) return;
  for (const fault of checkQuery(params.searchItem ?? '', params.filters)) {
    if (severityOf(fault) === 'warning' || saidBySchema.has(fault.code)) continue;
    const path = fault.filter === undefined ? ['searchItem'] : ['filters', fault.filter];
    context.addIssue({ code: 'custom', path, message: sentenceText(presentAtPlace(fault)), input: params });
  }
}

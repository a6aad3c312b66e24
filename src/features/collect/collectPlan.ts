import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import { checkParams } from '../../client/checkParams.ts';
import type { Connection } from '../../client/connection.ts';
import { type Endpoint, isNewestFirst } from '../../client/endpoint.ts';
import { endpoints, findEndpointById } from '../../client/endpoints/table.ts';
import { type Money, parseMoney } from '../../client/money.ts';
import { getListLimit } from '../../client/pageMethods.ts';
import { suggestSimilarName } from '../../client/search/suggestSimilarName.ts';
import { toEndpointExportName } from '../../core/requests/snippets.ts';

/** What was wrong with the input. Its message is a sentence for people. */
export class CollectFault extends Error {}

const money = z.string().transform((text, context) => {
  const amount = parseMoney(text, 'down');
  if (amount === undefined) {
    context.addIssue('not an amount');
  }
  return amount ?? 0n;
});

export const partFormats = ['ndjson', 'parquet'] as const;
export type PartFormat = (typeof partFormats)[number];

/** What a run collects. `collect.json` has it as JSON, with amounts as decimal dollars. */
export const collectPlanSchema = z.object({
  endpoint: z.string(),
  params: z.record(z.string(), z.unknown()),
  /** The parameter that takes the values of `list.txt`. */
  as: z.string().optional(),
  /** Records for each list entry. */
  max: z.int().min(1).optional(),
  /** Only records from this time on, ISO 8601. */
  since: z.string().optional(),
  /** The most that the whole run may cost; none in the sandbox. */
  budget: money.optional(),
  format: z.enum(partFormats),
  /** The service's base URL. A run doesn't mix services. */
  baseUrl: z.string(),
});

export type CollectPlan = Readonly<z.output<typeof collectPlanSchema>>;

/** One query, or one batch of list values. */
export interface CollectJob {
  readonly params: Readonly<Record<string, unknown>>;
  /** The list entry; undefined for a batch, whose records name their own, and without a list. */
  readonly entry: string | undefined;
  /** The batch's values. */
  readonly values: readonly string[] | undefined;
}

/** @param name an id, or the name in the package: "userFollowers", "gatewaySearchTweets" @throws CollectFault */
export function findCollectEndpoint(name: string): Endpoint {
  const byName = new Map(endpoints.map((endpoint) => [toEndpointExportName(endpoint.id), endpoint]));
  const found = findEndpointById(name) ?? byName.get(name);
  if (found === undefined) {
    const names = [...byName.keys()];
    const word = name.toLowerCase();
    const nearest = suggestSimilarName(name, names) ?? names.find((known) => word !== '' && known.toLowerCase().includes(word));
    const hint = nearest === undefined ? '' : `${l10n.t('Did you mean {0}?', nearest)} `;
    throw new CollectFault(`${l10n.t('Unknown endpoint: {0}.', name)} ${hint}social-data schema --help lists all names.`);
  }
  return found;
}

/** Checks a plan with its first job. @throws CollectFault */
export function checkPlan(plan: CollectPlan, endpoint: Endpoint, values: readonly string[] | undefined): void {
  const [first] = listJobs(plan, endpoint, values);
  const faults = checkParams(endpoint, first?.params ?? plan.params);
  if (faults.length > 0) {
    throw new CollectFault(faults.map(({ message }) => endSentence(message)).join(' '));
  }
  if (plan.params['cursor'] !== undefined) {
    throw new CollectFault(l10n.t("A run starts at the first page, so cursor can't be set."));
  }
  if (plan.since !== undefined && endpoint.yields[0]?.kind !== 'post') {
    throw new CollectFault(l10n.t("{0} aren't ordered by their time, so a run can't stop at a date.", endpoint.title));
  }
  if (plan.since !== undefined && !isNewestFirst(endpoint, plan.params)) {
    throw new CollectFault(l10n.t("{0}, so a run can't stop at a date.", describeOrder(endpoint)));
  }
}

export function endSentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}

/** The base URL of runs in the sandbox, whose address changes. */
export const sandboxBaseUrl = 'sandbox';

/** Identifies the service of a run. */
export function getRunBaseUrl(connection: Connection | undefined): string | undefined {
  return connection?.kind === 'sandbox' ? sandboxBaseUrl : connection?.baseUrl;
}

/** @param sinceLast whether to collect only what is new since the last run @throws CollectFault if the run can't continue */
export function checkResume(
  { plan, state, queuedRun }: { readonly plan: CollectPlan; readonly state: string; readonly queuedRun?: string | undefined },
  endpoint: Endpoint,
  connection: Connection | undefined,
  sinceLast: boolean,
): void {
  if (getRunBaseUrl(connection) !== plan.baseUrl) {
    throw new CollectFault(
      plan.baseUrl === sandboxBaseUrl
        ? l10n.t('The run read sample data. Continue it in the sandbox.')
        : l10n.t('The run used {0}. Continue it with the same base URL.', plan.baseUrl),
    );
  }
  if (queuedRun !== undefined && state !== 'complete') {
    throw new CollectFault(l10n.t('This is a part of run {0} in a queue. Resume it there, and export it again.', queuedRun));
  }
  if (sinceLast && state !== 'complete') {
    throw new CollectFault(l10n.t("The run isn't complete. Resume it first."));
  }
  if (sinceLast && !isNewestFirst(endpoint, plan.params)) {
    throw new CollectFault(l10n.t("{0}, so new records can't be told from old ones.", describeOrder(endpoint)));
  }
}

function describeOrder({ title, newestFirst }: Endpoint): string {
  const needed = Object.entries(newestFirst ?? {}).map(([name, value]) => `${name}=${value}`);
  return needed.length === 0
    ? l10n.t("{0} doesn't list the newest records first", title)
    : l10n.t('{0} lists the newest records first only with {1}', title, needed.join(' '));
}

/** A run's queries in order. @param values the list's entries */
export function listJobs(
  { params, as }: Pick<CollectPlan, 'params' | 'as'>,
  endpoint: Endpoint,
  values: readonly string[] | undefined,
): readonly CollectJob[] {
  if (as === undefined || values === undefined) {
    return [{ params, entry: undefined, values: undefined }];
  }
  const limit = getListLimit(endpoint.params.shape[as]);
  if (limit === undefined) {
    const byHandle = as === 'username' && Object.hasOwn(endpoint.params.shape, 'userId') ? { userId: '-1' } : {};
    return values.map((entry) => ({ params: { ...byHandle, ...params, [as]: entry }, entry, values: undefined }));
  }
  const starts = Array.from({ length: Math.ceil(values.length / limit) }, (_, index) => index * limit);
  return starts.map((start) => {
    const batch = values.slice(start, start + limit);
    return { params: { ...params, [as]: batch }, entry: undefined, values: batch };
  });
}

/**
 * Before a run starts: the fewest requests that it sends, and the most that it may cost.
 * @param price of a request; undefined if unknown
 * @returns `most` is undefined if neither the price nor a budget is known
 */
export function estimate(
  plan: CollectPlan,
  endpoint: Endpoint,
  values: readonly string[] | undefined,
  price: Money | undefined,
): { readonly requests: number; readonly most: Money | undefined } {
  const requests = listJobs(plan, endpoint, values).length;
  const whole = endpoint.paging === undefined && price !== undefined ? price * BigInt(requests) : plan.budget;
  const most = whole !== undefined && plan.budget !== undefined && plan.budget < whole ? plan.budget : whole;
  return { requests, most: price === 0n ? 0n : most };
}

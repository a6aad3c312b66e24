import type { CallOptions, Client } from '../../client/client.ts';
import type { Endpoint, Format } from '../../client/endpoint.ts';
import { SocialDataError } from '../../client/errors.ts';
import type { Exchange } from '../../client/exchange.ts';
import type { PageTrail } from '../../client/pages.ts';
import type { Asker, Reuse } from '../../client/policies/send.ts';
import type { Cost } from '../cost/cost.ts';
import type { BackgroundJob, JobEnd } from './backgroundJob.ts';
import type { IdleReason, LoadedPage, Params } from './pagedState.ts';
import type { Run, Runs } from './runs.ts';

/** A question whose answer comes in pages. */
export interface PagedQuestion {
  readonly endpoint: Endpoint;
  readonly params: Params;
  /** Default: `simple`. A question that begins with a raw answer goes on in raw. */
  readonly format?: Format;
}

/** When a kept answer serves: as for a call, or `keptFirst`: however old it is, else a call. */
export type PageReuse = Reuse | 'keptFirst' | undefined;

export interface PagedSessionOptions<C> {
  /** The client, once the connections are ready. Makes no call. */
  readonly client: () => Promise<Client>;
  readonly initiator: Asker;
  /** What the view keeps of a page. @param before the pages in front of it */
  readonly read: (exchange: Exchange, before: readonly LoadedPage<C>[]) => C;
  /** Called whenever the state is another one. */
  readonly changed: () => void;
  /** Runs several requests as a job, which waits at the budget. */
  readonly runJob: (job: BackgroundJob) => Promise<JobEnd>;
  /** How the job of loading several pages is called in messages. */
  readonly jobTitle?: string;
  /** What was spent for the same question before. */
  readonly cost?: Cost;
  /** Why it waits for a person from the start. */
  readonly idleBecause?: IdleReason;
}

/** What the request for a page is made with. */
interface PageRequest {
  readonly runs: Runs;
  readonly run: Run;
  readonly client: () => Promise<Client>;
  readonly question: PagedQuestion;
  readonly trail: PageTrail;
  readonly initiator: Asker;
}

/**
 * Makes the call for the next page of a trail, or takes the kept answer.
 * @returns undefined where nothing leads on
 * @throws SocialDataError
 */
export async function requestPage(
  { runs, run, client, question, trail, initiator }: PageRequest,
  reuse: PageReuse,
): Promise<Exchange | undefined> {
  const { endpoint, params, format = 'simple' } = question;
  const pages = (await client()).pages(endpoint, params, { trail, format, asker: initiator });
  const load = async (how: Pick<CallOptions, 'reuse'>) =>
    await runs.call(run, async (options) => await pages.load({ ...options, ...how }));
  if (reuse !== 'keptFirst') {
    return await load(reuse === undefined ? {} : { reuse });
  }
  try {
    return await load({ reuse: 'only' });
  } catch (error) {
    if (error instanceof SocialDataError && error.kind === 'notKept') {
      return await load({});
    }
    throw error;
  }
}

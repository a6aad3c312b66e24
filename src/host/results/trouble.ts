import type { Endpoint } from '../../client/endpoint.ts';
import type { SocialDataError } from '../../client/errors.ts';
import { showExchange } from '../shared/exchangeDocuments.ts';
import type { ParkedJob } from '../shared/jobs/job.ts';
import { type Failure, runErrorAction } from '../shared/presentError.ts';
import type { Services } from '../shared/services.ts';

/** What went wrong on a page of results, and the job that waits because of it. */
export interface Trouble {
  readonly words: Failure;
  readonly error: SocialDataError;
  readonly parked: ParkedJob | undefined;
  readonly retry: () => Promise<void>;
}

/** Does what was offered with the trouble that stands on the page; nothing where it was not offered. */
export async function mendTrouble(
  services: Services,
  endpoint: Endpoint,
  trouble: Trouble | undefined,
  action: string,
): Promise<void> {
  const offered = trouble?.words.actions.find((candidate) => candidate.action === action)?.action;
  if (trouble !== undefined && offered !== undefined) {
    await runErrorAction(offered, trouble.error, {
      endpoint,
      retry: trouble.retry,
      parked: trouble.parked,
      show: async (exchange) => {
        await showExchange(services, exchange);
      },
    });
  }
}

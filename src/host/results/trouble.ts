import type { Endpoint } from '../../client/endpoint.ts';
import type { SocialDataError } from '../../client/errors.ts';
import { showExchange } from '../shared/kept/exchangeDocuments.ts';
import { runCommand } from '../shared/commands.ts';
import type { World } from '../shared/connections/world.ts';
import type { ParkedJob } from '../../app/session/backgroundJob.ts';
import { type Failure, runErrorAction } from '../shared/presentError.ts';
import type { Services } from '../shared/services.ts';

/** What went wrong on a page of results, and the job that waits because of it. */
export interface Trouble {
  readonly words: Failure;
  readonly error: SocialDataError;
  readonly parked: ParkedJob | undefined;
  readonly retry: () => Promise<void>;
}

/**
 * Does what was offered with the trouble that stands on the page; nothing where it was not offered.
 * @param trouble what went wrong, or the world of the records where nothing may be asked about them now
 */
export async function mendTrouble(
  services: Services,
  endpoint: Endpoint,
  trouble: Trouble | World | undefined,
  action: string,
): Promise<void> {
  if (typeof trouble === 'string') {
    return action === 'selectConnection' ? await runCommand('socialData.connection.select') : undefined;
  }
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

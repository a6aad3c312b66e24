import { userById, userByUsername } from '../../client/endpoints/primary/users.ts';
import type { Exchange } from '../../client/exchange.ts';
import { toPage } from '../../client/records/toPage.ts';
import type { Snapshot } from '../../results/plots/snapshots.ts';
import type { Services } from '../shared/services.ts';

/** How many kept answers are looked through for followers. */
const mostLooked = 300;

/** What reads answers by their ids: from the shelf, else from what is kept on this machine; undefined for those that are gone. */
export async function keptAnswers({ exchanges, store, log }: Services): Promise<(id: string) => Exchange | undefined> {
  const say = (error: unknown) => {
    log.error(`Results could not be read from the store: ${error instanceof Error ? error.message : String(error)}`);
  };
  const kept = await store().then(
    (opened) => opened.exchanges,
    (error: unknown) => {
      say(error);
      return undefined;
    },
  );
  return (id) => {
    try {
      return exchanges.get(id) ?? kept?.exchange(id);
    } catch (error) {
      say(error);
      return undefined;
    }
  };
}

/** What kept answers say of the followers of accounts, by the time of each. Makes no call. */
export async function keptSnapshots({ store, log }: Services, handles: ReadonlySet<string>): Promise<readonly Snapshot[]> {
  try {
    const { exchanges } = await store();
    return [userByUsername, userById].flatMap(({ id }) =>
      exchanges.exchangesByEndpoint(id, { limit: mostLooked }).items.flatMap((summary) => {
        const exchange = summary.withheld === undefined ? exchanges.exchange(summary.id) : undefined;
        return exchange === undefined ? [] : snapshotsIn(exchange, handles);
      }),
    );
  } catch (error) {
    log.error(`Followers could not be read from the store: ${error instanceof Error ? error.message : String(error)}`);
    return [];
  }
}

function snapshotsIn(exchange: Exchange, handles: ReadonlySet<string>): readonly Snapshot[] {
  return toPage(exchange).records.flatMap(({ record }) =>
    record.kind === 'user' && record.handle !== undefined && record.followers !== undefined && handles.has(record.handle)
      ? [{ at: exchange.sentAt, username: record.handle, followers: record.followers }]
      : [],
  );
}

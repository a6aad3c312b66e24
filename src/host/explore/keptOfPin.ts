import type { Endpoint } from '../../client/endpoint.ts';
import { community, gatewayCommunity, gatewayList, listDetails, userById, userByUsername } from '../../client/endpoints/table.ts';
import type { Exchange } from '../../client/exchange.ts';
import { type RecordPath, toPage } from '../../client/records/toPage.ts';
import type { Services } from '../shared/services.ts';
import type { TreeRecord } from '../shared/tree/treeRecord.ts';

/** An answer that is kept, and where in it the record stands. */
export interface KeptAnswer {
  readonly exchange: Exchange;
  readonly path: RecordPath;
}

/** A call that looks a record up. */
interface LookUp {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The answer about a pin that is kept, however old; undefined where none is. Makes no call. */
export async function keptOfPin(services: Pick<Services, 'client'>, record: TreeRecord): Promise<KeptAnswer | undefined> {
  const client = await services.client();
  for (const { endpoint, params } of lookUpsOf(record)) {
    const kept = client.quote(endpoint, params, { reuse: 'only' });
    // a handle may belong to somebody else by now
    const found =
      kept?.kind === 'kept'
        ? toPage(kept.exchange, { endpoint }).records.find(({ kind, id }) => kind === record.kind && id === idOf(record))
        : undefined;
    if (kept?.kind === 'kept' && found?.path !== undefined) {
      return { exchange: kept.exchange, path: found.path };
    }
  }
  return undefined;
}

function lookUpsOf(record: TreeRecord): readonly LookUp[] {
  switch (record.kind) {
    case 'user':
      return [
        { endpoint: userByUsername, params: { username: record.handle } },
        ...(record.id === undefined ? [] : [{ endpoint: userById, params: { userId: record.id } }]),
      ];
    case 'list':
      return [
        { endpoint: listDetails, params: { listId: record.id } },
        { endpoint: gatewayList, params: { list_id: record.id } },
      ];
    case 'community':
      return [
        { endpoint: community, params: { communityId: record.id } },
        { endpoint: gatewayCommunity, params: { community_id: record.id } },
      ];
    case 'post':
    case 'space':
    case 'line':
      return [];
  }
}

function idOf(record: TreeRecord): string | undefined {
  return record.kind === 'line' ? undefined : record.id;
}

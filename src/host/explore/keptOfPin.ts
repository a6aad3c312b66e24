import type { Endpoint } from '../../client/endpoint.ts';
import { community, gatewayCommunity, gatewayList, listDetails, userById, userByUsername } from '../../client/endpoints/table.ts';
import type { Exchange } from '../../client/exchange.ts';
import type { Services } from '../shared/services.ts';
import { readOne } from '../shared/tree/readRecords.ts';
import type { RecordPath, TreeRecord } from '../shared/tree/treeRecord.ts';

/** An answer that is kept, and where in it the record stands. */
export interface KeptAnswer {
  readonly exchange: Exchange;
  readonly path: RecordPath;
}

/** A call that looks a record up, and where its answer has it. */
interface LookUp {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, unknown>>;
  readonly path: RecordPath;
}

/** The answer about a pin that is kept, however old; undefined where none is. Makes no call. */
export async function keptOfPin(services: Pick<Services, 'client'>, record: TreeRecord): Promise<KeptAnswer | undefined> {
  const client = await services.client();
  for (const { endpoint, params, path } of lookUpsOf(record)) {
    const kept = client.quote(endpoint, params, { reuse: 'only' });
    // a handle may belong to somebody else by now
    if (kept?.kind === 'kept' && isAbout(record, kept.exchange.value, path)) {
      return { exchange: kept.exchange, path };
    }
  }
  return undefined;
}

function lookUpsOf(record: TreeRecord): readonly LookUp[] {
  switch (record.kind) {
    case 'user':
      return [
        { endpoint: userByUsername, params: { username: record.handle }, path: ['data'] },
        ...(record.id === undefined ? [] : [{ endpoint: userById, params: { userId: record.id }, path: ['data'] }]),
      ];
    case 'list':
      return [
        { endpoint: listDetails, params: { listId: record.id }, path: ['data'] },
        { endpoint: gatewayList, params: { list_id: record.id }, path: [] },
      ];
    case 'community':
      return [
        { endpoint: community, params: { communityId: record.id }, path: ['data'] },
        { endpoint: gatewayCommunity, params: { community_id: record.id }, path: [] },
      ];
    case 'post':
    case 'space':
    case 'line':
      return [];
  }
}

function isAbout(record: TreeRecord, value: unknown, path: RecordPath): boolean {
  if (record.kind !== 'user' && record.kind !== 'list' && record.kind !== 'community') {
    return false;
  }
  const found = path.reduce<unknown>(
    (part, key) => (typeof part === 'object' && part !== null ? Reflect.get(part, key) : undefined),
    value,
  );
  const read = readOne(record.kind, found, path);
  return read !== undefined && 'id' in read && read.id === record.id;
}

import * as z from 'zod';
import type { Endpoint } from '../../client/endpoint.ts';
import { valueAt } from './readCell.ts';
import type { RecordKind } from './recordKind.ts';

/** Where a record stands in the body: keys and indexes from the root. */
export type RecordPath = readonly (string | number)[];

/** One record of an answer. */
export interface PageRecord {
  readonly value: unknown;
  /** undefined where the record was put together from a pair of key and value. */
  readonly path: RecordPath | undefined;
}

/** What an answer holds, whatever its shape. */
export interface PageRecords {
  readonly kind: RecordKind;
  readonly records: readonly PageRecord[];
}

/** The record that each entity of the catalogue is. */
const kindOfEntity: Readonly<Record<string, RecordKind>> = {
  Tweet: 'tweet',
  NestedTweet: 'tweet',
  GatewayTweet: 'tweet',
  GatewayPlacedTweet: 'tweet',
  GatewaySpaceTweet: 'tweet',
  GatewayCommunityTweet: 'tweet',
  User: 'user',
  GatewayUser: 'user',
  GatewayListMember: 'user',
  GatewayCommunityMember: 'user',
  GatewayUserEntry: 'user',
  SpaceParticipants: 'user',
  List: 'list',
  GatewayList: 'list',
  Community: 'community',
  GatewayCommunity: 'community',
  Job: 'job',
  Trend: 'trend',
  GatewayTrend: 'trend',
  HashtagTrend: 'trend',
  Space: 'space',
  SpaceSummary: 'space',
  LocationSuggestion: 'place',
  TrendPlace: 'place',
  TrendLocation: 'place',
  HashtagAnalytics: 'hashtagPoint',
  UserIds: 'handleState',
  UsernamesStatus: 'handleState',
};

/** An entity further down is a part of a record, not one. */
const deepest = 4;

/** The lists of the answers that have another one than `data`. */
const sections: Readonly<
  Record<string, { readonly kind: RecordKind; readonly lists: readonly string[]; readonly roles?: true }>
> = {
  'gateway.tweetRetweets': { kind: 'user', lists: ['entries'] },
  'gateway.spaceParticipants': { kind: 'user', lists: ['hosts', 'speakers', 'listeners'], roles: true },
  'gateway.userLists': { kind: 'list', lists: ['owned_lists', 'subscribed_lists'] },
  'gateway.trendsLocation': { kind: 'trend', lists: ['trends'] },
  'gateway.hashtagAnalytics': { kind: 'hashtagPoint', lists: ['timeline'] },
};

/**
 * The records of a `simple` answer.
 * @param value the decoded body; what is no such answer holds no record
 */
export function pageRecords(endpoint: Endpoint, value: unknown): PageRecords {
  const special = sections[endpoint.id];
  if (special !== undefined) {
    return {
      kind: special.kind,
      records: special.lists.flatMap((list) =>
        listAt(value, [list]).map((record) => (special.roles ? withRole(record, list) : record)),
      ),
    };
  }
  const kinds = kindsIn(endpoint.result);
  if (kinds.includes('handleState')) {
    return { kind: 'handleState', records: handleStates(valueAt(value, ['data'])) };
  }
  const path = endpoint.paging === undefined ? ['data'] : (endpoint.yields[0]?.at ?? ['data']);
  const records = Array.isArray(valueAt(value, path)) ? listAt(value, path) : single(value);
  return { kind: kinds.length > 1 ? kindByShape(records[0]?.value, kinds) : (kinds[0] ?? 'other'), records };
}

function listAt(value: unknown, path: readonly string[]): readonly PageRecord[] {
  const list = valueAt(value, path);
  return Array.isArray(list) ? list.map((item: unknown, index) => ({ value: item, path: [...path, index] })) : [];
}

function single(value: unknown): readonly PageRecord[] {
  const data = valueAt(value, ['data']);
  if (typeof data === 'object' && data !== null) {
    return [{ value: data, path: ['data'] }];
  }
  return typeof value === 'object' && value !== null ? [{ value, path: [] }] : [];
}

/** "speakers" → the role "speaker", in a key that no service uses. */
function withRole({ value, path }: PageRecord, list: string): PageRecord {
  return {
    value: typeof value === 'object' && value !== null ? { ...value, participantRole: list.replace(/s$/, '') } : value,
    path,
  };
}

/** `{ handle: state }` or `{ handle: id }`, and the handles that had an error. */
function handleStates(data: unknown): readonly PageRecord[] {
  const pairs = (key: string, name: string) => {
    const found = valueAt(data, [key]);
    const entries: readonly (readonly [string, unknown])[] =
      typeof found === 'object' && found !== null ? Object.entries(found) : [];
    return entries.map(([username, value]) => ({ value: { username, [name]: value }, path: undefined }));
  };
  return [...pairs('usernamesStatus', 'status'), ...pairs('userIds', 'id'), ...listAt(data, ['errors'])];
}

/** A search answers with posts or with people; a post has a text. */
function kindByShape(record: unknown, kinds: readonly RecordKind[]): RecordKind {
  const isTweet = typeof valueAt(record, ['text']) === 'string';
  return (isTweet ? kinds.find((kind) => kind === 'tweet') : kinds.find((kind) => kind !== 'tweet')) ?? 'other';
}

/** The kinds of the entities that a schema is made of, those inside another one left out. */
function kindsIn(schema: unknown, depth = 0): readonly RecordKind[] {
  if (!(schema instanceof z.ZodType)) {
    return [];
  }
  const id = schema.meta()?.id;
  const kind = id === undefined ? undefined : kindOfEntity[id];
  if (kind !== undefined) {
    return [kind];
  }
  return depth > deepest ? [] : [...new Set(childrenOf(schema).flatMap((child) => kindsIn(child, depth + 1)))];
}

function childrenOf(schema: z.ZodType): readonly unknown[] {
  if (schema instanceof z.ZodObject) {
    return Object.values(schema.shape);
  }
  if (schema instanceof z.ZodArray) {
    return [schema.element];
  }
  if (schema instanceof z.ZodUnion) {
    return schema.options;
  }
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? [schema.unwrap()] : [];
}

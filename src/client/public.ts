// The one door of the client as a package: dist/client.mjs is made from here.
import type { Client } from './client.ts';
import { type ClientOptions, createClient as createBareClient } from './createClient.ts';
import type { KeyOptions } from './keyConnections.ts';
import { undiciTransport } from './transports/lazyUndici.ts';

export type { CallOptions, Client, PagesOptions, Quote } from './client.ts';
export type { Clock } from './clock.ts';
export type { Connection, Credentials } from './connection.ts';
export type { ClientOptions, Connections } from './createClient.ts';
export type { Endpoint, Format, Group, ParamsOf, ResultOf, Service } from './endpoint.ts';
export * from './endpoints/table.ts';
export { type ErrorKind, SocialDataError, type SocialDataErrorFacts, type Spent } from './errors.ts';
export { bodyText, type Exchange, type ExchangeRequest, type Receipt, type ShapeWarning } from './exchange.ts';
export type { KeyOptions } from './keyConnections.ts';
export { memoryHistory } from './memoryHistory.ts';
export { formatMoney, type Money, parseMoney } from './money.ts';
export {
  type Budget,
  type BudgetState,
  type CallLedger,
  createBudget,
  type LedgerEntry,
  type PlannedCall,
  type Reservation,
  type Settlement,
} from './policies/budget.ts';
export type { HistoryStore } from './policies/history.ts';
export type { Asker, HoldEnd, NextTry, OthersAnswer, Reuse, Sharing, Waiting } from './policies/send.ts';
export { createPriceBook, type PriceBook } from './priceBook.ts';
export { recordKinds, type RecordKind } from './records/recordKind.ts';
export type {
  AnyRecord,
  ArticleRecord,
  CommunityRecord,
  HandleStateRecord,
  HashtagPointRecord,
  JobRecord,
  LinkRecord,
  ListRecord,
  MediumRecord,
  OtherRecord,
  PlaceRecord,
  PostRecord,
  SpaceRecord,
  TrendRecord,
  UserRecord,
} from './records/recordShapes.ts';
export {
  type PageAnswer,
  type PageOptions,
  type PageRecord,
  type PageWarning,
  type RecordPage,
  type RecordPath,
  toPage,
} from './records/toPage.ts';
export type { Community } from './schemas/community.ts';
export type { GatewayCommunity } from './schemas/gateway/community.ts';
export type { GatewayList } from './schemas/gateway/list.ts';
export type { Space, SpaceParticipants, SpaceState, SpaceSummary } from './schemas/gateway/space.ts';
export type { GatewayTrend, HashtagAnalytics, HashtagTrend, TrendLocation } from './schemas/gateway/trend.ts';
export type { GatewayCommunityTweet, GatewayPlacedTweet, GatewaySpaceTweet, GatewayTweet } from './schemas/gateway/tweet.ts';
export type { GatewayCommunityMember, GatewayListMember, GatewayUser, GatewayUserEntry } from './schemas/gateway/user.ts';
export type { Hashflag } from './schemas/hashflag.ts';
export type { Job } from './schemas/job.ts';
export type { List } from './schemas/list.ts';
export type { Media } from './schemas/media.ts';
export type { Opaque } from './schemas/opaque.ts';
export type { LocationSuggestion, TrendPlace } from './schemas/place.ts';
export type { HandleStatus, ResolvedId, UserIds, UsernamesStatus } from './schemas/resolvedHandles.ts';
export type { Trend } from './schemas/trend.ts';
export type { NestedTweet, Tweet } from './schemas/tweet.ts';
export type { User } from './schemas/user.ts';
export { type Transport, TransportFault, type WireOptions, type WireRequest, type WireResponse } from './transport.ts';
export { fetchTransport } from './transports/fetch.ts';
export { undiciTransport } from './transports/lazyUndici.ts';
export type { UndiciTransportOptions } from './transports/undici.ts';
export type {
  Absence,
  ArticleExtra,
  Card,
  CommunityNote,
  Edits,
  MediaExtra,
  Poll,
  PostPlace,
  TextLink,
  TweetExtra,
  UserExtra,
} from './upstream/extra.ts';
export type { UpstreamOptions } from './upstream/reading.ts';
export { toTweet } from './upstream/readTweet.ts';
export { readUpstream, readUpstreamValue } from './upstream/readUpstream.ts';
export { toUser } from './upstream/readUser.ts';
export { toAbout, toCommunity, toHashflag, toJob, toList, toLocation, toPlace, toTrend } from './upstream/toRecords.ts';
export type {
  Era,
  Operation,
  Place,
  UpstreamKind,
  UpstreamPage,
  UpstreamRecord,
  UpstreamWarning,
  WarningKind,
} from './upstream/upstreamPage.ts';
export type { Yield } from './yields.ts';

/**
 * Makes a client: see ClientOptions and KeyOptions. A program has no editor's proxy to obey, so the client's own transport is
 * the default here.
 */
export function createClient(options: ClientOptions | (Omit<ClientOptions, 'connections'> & KeyOptions)): Client {
  return createBareClient({ ...options, transport: options.transport ?? undiciTransport() });
}

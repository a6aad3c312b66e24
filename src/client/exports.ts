// Exports of both entry points.
export type { BatchEndpoint, Client, Quote } from './client.ts';
export type { Clock } from './clock.ts';
export type { ApiKeyOptions, Connection, Credentials } from './connection.ts';
export type { ClientOptions, ClientConnections } from './createClient.ts';
export {
  type Endpoint,
  type ResponseFormat,
  type EndpointGroup,
  type EndpointParams,
  type EndpointResult,
  type EndpointYield,
  type Service,
  recordKinds,
  type RecordKind,
} from './endpoint.ts';
export * from './endpoints/table.ts';
export { type ErrorKind, SocialDataError, type SocialDataErrorFacts, type ChargeStatus } from './errors.ts';
export {
  type ApiResponse,
  decodeBodyText,
  type EncodedBody,
  type Exchange,
  type ExchangeRequest,
  type Receipt,
  type ShapeWarning,
} from './exchange.ts';
export { type HistoryStore, memoryHistory } from './policies/history.ts';
export { formatMoney, type Money, parseMoney } from './money.ts';
export {
  type Budget,
  type BudgetState,
  createBudget,
  createPriceBook,
  type PriceBook,
  type Reservation,
} from './policies/budget.ts';
export type { CallLedger, OpenLedgerEntry, PlannedCall, CallSettlement } from './policies/budgetPolicy.ts';
export type { CallOptions, Initiator, QueueWait, RetryWait, ResponseReuse, WaitReason } from './policies/send.ts';
export type { ArticleRecord, LinkRecord, MediaRecord, PostRecord } from './records/readRecord.ts';
export type {
  AnyRecord,
  CommunityRecord,
  HandleStateRecord,
  HashtagPointRecord,
  JobRecord,
  ListRecord,
  OtherRecord,
  PlaceRecord,
  SpaceRecord,
  TrendRecord,
} from './records/readRecord.ts';
export type { UserRecord } from './records/readRecord.ts';
export {
  type PageResponse,
  type RecordPageOptions,
  type PageRecord,
  type RecordPage,
  type RecordPath,
  toPage,
} from './records/toPage.ts';
export type * from './schemas/gateway.ts';
export type * from './schemas/primary.ts';
export { type Transport, TransportFault, type WireRequestOptions, type WireRequest, type WireResponse } from './transport.ts';
export { fetchTransport } from './transports/fetch.ts';
export type * from './upstream/upstreamPage.ts';
export { readUpstream } from './upstream/readUpstream.ts';
export type { ReadUpstreamOptions } from './upstream/readContext.ts';

export type { EndpointItem, PagesOptions, ResponseItems, ResponsePages } from './pages.ts';
export type { PackageClientOptions } from './createPackageClient.ts';

import type { RecordKind, Endpoint, EndpointYield } from '../endpoint.ts';
import { findEndpointById } from '../endpoints/table.ts';
import type { Exchange, ExchangeRequest, ShapeWarning } from '../exchange.ts';
import { getNextPageParams } from '../pages.ts';
import type { RecordExtra, UpstreamPage, UpstreamRecord } from '../upstream/upstreamPage.ts';
import { readParsedUpstream } from '../upstream/readUpstream.ts';
import { toRawFields, coerceId, isObject, getValueAtPath } from './fieldValues.ts';
import { readRecord, type AnyRecord, mergeUpstreamPostExtra, mergeUpstreamUserExtra } from './readRecord.ts';

/** Keys and indexes from a body's root to a record. */
export type RecordPath = readonly (string | number)[];

/** A page's record. It is read on first access, because most records in a long table are never shown. */
export interface PageRecord {
  readonly kind: RecordKind;
  /** Undefined if the service doesn't identify its records. */
  readonly id: string | undefined;
  readonly record: AnyRecord;
  /** Undefined if the record was put together from upstream JSON, or from a key and a value. */
  readonly path: RecordPath | undefined;
  /** The record in the response, or as put together in the simple format. */
  readonly source: unknown;
  /** Only from the raw format. */
  readonly extra?: RecordExtra | undefined;
}

/** A response's records, for any service and format. */
export interface RecordPage {
  /** The most common kind of record, or the first one's. */
  readonly kind: RecordKind;
  /** In response order. */
  readonly records: readonly PageRecord[];
  /** The next page's parameters; undefined if this is the last. */
  readonly next: Readonly<Record<string, unknown>> | undefined;
  readonly meta: {
    /** The reference doesn't show the fields of these records. */
    readonly hasOpenFields: boolean;
    /** Set for upstream JSON: the operation, cursors, and places in a conversation, including absent posts. */
    readonly upstream: UpstreamPage | undefined;
  };
  /** Parts that differ from the schema or couldn't be read. */
  readonly warnings: readonly ShapeWarning[];
}

export interface RecordPageOptions {
  /** Default: the request's endpoint. */
  readonly endpoint?: Endpoint | undefined;
  /** The start of post permalinks in upstream JSON. Default: the platform's address. */
  readonly site?: string | undefined;
}

export interface PageResponse extends Pick<Exchange, 'value' | 'warnings'> {
  readonly request: Pick<ExchangeRequest, 'endpointId' | 'format' | 'params'>;
}

/** Reads a response's records. Never throws: what differs from the schema was paid for, and is read as far as possible. */
export function toPage(response: PageResponse, options: RecordPageOptions = {}): RecordPage {
  const endpoint = options.endpoint ?? findEndpointById(response.request.endpointId);
  const yields = endpoint?.yields ?? [];
  const isUpstream = response.request.format === 'raw' || yields.some((one) => one.isUpstream === true);
  const found = isUpstream ? readUpstreamRecords(response.value, options.site) : readSimpleRecords(response.value, yields);
  return {
    kind: found.kind,
    records: found.records,
    // computed on access, since a table that is read again doesn't need the next page
    get next() {
      return endpoint === undefined ? undefined : getNextPageParams(endpoint, response);
    },
    meta: {
      hasOpenFields: !isUpstream && yields[0]?.hasOpenFields === true,
      upstream: found.upstream,
    },
    warnings: [...response.warnings, ...(found.upstream?.warnings ?? [])],
  };
}

interface FoundRecords extends Pick<RecordPage, 'kind' | 'records'> {
  readonly upstream: UpstreamPage | undefined;
}

class LazyRecord implements PageRecord {
  readonly kind: RecordKind;
  readonly source: unknown;
  readonly path: RecordPath | undefined;
  readonly extra: RecordExtra | undefined;
  readonly #place: YieldRecordInfo;
  #record: AnyRecord | undefined;

  constructor({ source, path, extra }: UnreadRecord, place: YieldRecordInfo) {
    this.kind = place.kind;
    this.source = source;
    this.path = path;
    this.extra = extra;
    this.#place = place;
  }

  get id(): string | undefined {
    const { id } = this.#place;
    return id === undefined ? undefined : coerceId(toRawFields(this.source)[id]);
  }

  get record(): AnyRecord {
    this.#record ??= readRecordWithExtra(this.kind, this.source, this.#place.role, this.extra);
    return this.#record;
  }
}

type YieldRecordInfo = Pick<EndpointYield, 'kind' | 'id' | 'role'>;

type UnreadRecord = Pick<PageRecord, 'source' | 'path' | 'extra'>;

function readRecordWithExtra(kind: RecordKind, source: unknown, role: string | undefined, extra: PageRecord['extra']): AnyRecord {
  const record = readRecord(kind, source);
  if (record.kind === 'user') {
    return role === undefined ? mergeUpstreamUserExtra(record, extra) : { ...record, role: record.role ?? role };
  }
  if (record.kind === 'trend') {
    return extra !== undefined && 'context' in extra ? { ...record, description: record.description ?? extra.context } : record;
  }
  return record.kind === 'post' ? mergeUpstreamPostExtra(record, extra) : record;
}

function readSimpleRecords(value: unknown, yields: readonly EndpointYield[]): FoundRecords {
  const places = [...Map.groupBy(yields, ({ at }) => at.join('.')).values()].flatMap(([first, ...others]) => {
    const items = first === undefined ? [] : listItemsAtYieldPath(value, first);
    const place = others.length === 0 ? first : findYieldByRecordShape(items[0]?.source, [first, ...others]);
    return place === undefined ? [] : [{ place, items }];
  });
  return {
    kind: places[0]?.place.kind ?? 'other',
    records: places.flatMap(({ place, items }) => items.map((item) => new LazyRecord(item, place))),
    upstream: undefined,
  };
}

function listItemsAtYieldPath(value: unknown, { at, map }: EndpointYield): readonly UnreadRecord[] {
  const found = getValueAtPath(value, at);
  if (map !== undefined) {
    return isObject(found)
      ? Object.entries(found).map(([key, entry]: [string, unknown]) => ({
          source: { [map.key]: key, [map.value]: entry },
          path: undefined,
        }))
      : [];
  }
  if (Array.isArray(found)) {
    return found.map((source: unknown, index) => ({ source, path: [...at, index] }));
  }
  if (isObject(found)) {
    return [{ source: found, path: at }];
  }
  // without the expected envelope, the whole response is the record
  return isObject(value) && at.length === 1 && at[0] === 'data' ? [{ source: value, path: [] }] : [];
}

/** A search returns posts or people; only posts have text. */
function findYieldByRecordShape(record: unknown, places: readonly (YieldRecordInfo | undefined)[]): YieldRecordInfo | undefined {
  const isPost = typeof toRawFields(record)['text'] === 'string';
  return places.find((place) => (place?.kind === 'post') === isPost);
}

const yieldInfoByUpstreamKind: Readonly<Record<UpstreamRecord['kind'], YieldRecordInfo>> = {
  tweet: { kind: 'post', id: 'id' },
  user: { kind: 'user', id: 'id' },
  list: { kind: 'list', id: 'id' },
  community: { kind: 'community', id: 'id' },
  job: { kind: 'job', id: 'id' },
  trend: { kind: 'trend', id: 'name' },
  place: { kind: 'place', id: 'woeid' },
  location: { kind: 'place', id: 'id' },
  hashflag: { kind: 'other', id: 'hashtag' },
  about: { kind: 'other' },
  friendship: { kind: 'other' },
  space: { kind: 'space', id: 'id' },
};

/** The most common record kind is the page's kind. */
function readUpstreamRecords(value: unknown, site: string | undefined): FoundRecords {
  const upstream = readParsedUpstream(value, site === undefined ? {} : { site });
  const records = upstream.records.map((found) => {
    const extra = 'extra' in found ? { extra: found.extra } : {};
    return new LazyRecord({ source: found.record, path: undefined, ...extra }, yieldInfoByUpstreamKind[found.kind]);
  });
  const byKind = [...Map.groupBy(records, ({ kind }) => kind)];
  const [kind = 'other'] = byKind.toSorted(([, one], [, other]) => other.length - one.length).map(([name]) => name);
  return { kind, records, upstream };
}

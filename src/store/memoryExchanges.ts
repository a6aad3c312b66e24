import type { Exchange } from '../client/exchange.ts';
import type { KeptWith } from './putExchange.ts';
import type { KeptExchanges, KeptSummary, ListWindow, SummaryPage } from './store.ts';

const defaultLimit = 100;

interface Kept {
  readonly exchange: Exchange;
  readonly summary: KeptSummary;
}

/** The exchanges of this window, in memory. */
export interface MemoryExchanges extends KeptExchanges {
  readonly add: (exchange: Exchange, keptWith: KeptWith) => void;
}

/**
 * Keeps exchanges until the window closes.
 * @param maxBytes the most bytes of bodies; the oldest that are not pinned go first
 * @param onChanged told after each change
 */
export function memoryExchanges(maxBytes: () => number, onChanged: () => void): MemoryExchanges {
  const kept = new Map<string, Kept>(); // the order in which they came is the order of their ids
  let bytes = 0;
  const drop = (id: string) => {
    bytes -= kept.get(id)?.exchange.body.byteLength ?? 0;
    return kept.delete(id);
  };
  const page = (fits: (summary: KeptSummary) => boolean, { limit = defaultLimit, before }: ListWindow = {}): SummaryPage => {
    const fitting = [...kept.values()]
      .map(({ summary }) => summary)
      .filter((summary) => fits(summary) && (before === undefined || summary.id < before))
      .toSorted((a, b) => (a.id < b.id ? 1 : -1));
    return { items: fitting.slice(0, limit), hasMore: fitting.length > limit };
  };
  return {
    add: (exchange, keptWith) => {
      if (kept.has(exchange.id)) {
        return;
      }
      kept.set(exchange.id, { exchange, summary: toSummary(exchange, keptWith) });
      bytes += exchange.body.byteLength;
      for (const [id, { summary }] of kept) {
        if (bytes <= maxBytes()) {
          break;
        }
        if (!summary.isPinned) {
          drop(id);
        }
      }
      onChanged();
    },
    days: () =>
      countBy(kept, ({ summary }) => summary.day)
        .map(([day, all]) => ({ day, exchanges: all.length }))
        .toSorted((a, b) => (a.day < b.day ? 1 : -1)),
    endpoints: () =>
      countBy(kept, ({ summary }) => summary.endpointId)
        .map(([endpointId, all]) => ({
          endpointId,
          service: all[0]?.summary.service ?? 'primary',
          exchanges: all.length,
          newest: all.map(({ summary }) => summary.id).reduce((newest, id) => (id > newest ? id : newest), ''),
        }))
        .toSorted((a, b) => (a.newest < b.newest ? 1 : -1)),
    exchangesByDay: (day, window) => page((summary) => summary.day === day, window),
    exchangesByEndpoint: (endpointId, window) => page((summary) => summary.endpointId === endpointId, window),
    newest: (window) => page(() => true, window),
    summary: (id) => kept.get(id)?.summary,
    exchange: (id) => {
      const exchange = kept.get(id)?.exchange;
      return exchange === undefined ? undefined : { ...exchange, from: 'history' };
    },
    body: (id) => kept.get(id)?.exchange.body,
    delete: (ids) => {
      ids.forEach(drop);
      onChanged();
    },
    setPinned: (id, isPinned) => {
      const found = kept.get(id);
      if (found !== undefined) {
        kept.set(id, { ...found, summary: { ...found.summary, isPinned } });
        onChanged();
      }
    },
    clear: ({ keepPinned }) => {
      const going = [...kept.values()].filter(({ summary }) => !(keepPinned && summary.isPinned));
      going.forEach(({ summary }) => drop(summary.id));
      onChanged();
      return going.length;
    },
    size: () => ({
      exchanges: kept.size,
      pinned: [...kept.values()].filter(({ summary }) => summary.isPinned).length,
      bytes,
    }),
  };
}

function countBy(
  kept: ReadonlyMap<string, Kept>,
  keyOf: (kept: Kept) => string,
): readonly (readonly [string, readonly Kept[]])[] {
  return [...Map.groupBy(kept.values(), keyOf)];
}

function toSummary(exchange: Exchange, { connection, asker, day }: KeptWith): KeptSummary {
  const { id, request, status, sentAt, durationMs, attempts, receipt, body } = exchange;
  const { service, endpointId, format, params } = request;
  return {
    id,
    service,
    endpointId,
    format,
    params,
    connection,
    asker,
    status,
    sentAt,
    day,
    durationMs,
    attempts,
    receipt,
    bodyBytes: body.byteLength,
    isPinned: false,
  };
}

import * as vscode from 'vscode';
import type { TextReference } from '../../links/index.ts';
import type { LookUpChoice } from '../lookUpChoices.ts';
import type { Exchange } from '../../../client/exchange.ts';
import { walkRecordTree } from '../../../client/records/readRecord.ts';
import type { AnyRecord } from '../../../client/records/readRecord.ts';
import { toPage } from '../../../client/records/toPage.ts';
import { formatCounts } from '../../../workbench/formatCounts.ts';
import { TimeSlicer } from '../../../workbench/timeSlicer.ts';
import type { Services } from '../../../workbench/services.ts';
import { isNameKnownAt, isSandboxResponse } from '../../../core/connections/responseConnection.ts';

/** How many of the newest responses are looked through, and how much of them: a hover is waited for. */
const maxSearchedExchanges = 40;
const maxSearchedBytes = 4_000_000;

export interface RecordSummary {
  readonly title: string;
  readonly text: string;
  /** "330 followers", one each; empty where nothing is counted. */
  readonly counts: readonly string[];
  /** What would be looked up to see the record; undefined where it does not say what it is. */
  readonly subject: LookUpChoice['subject'] | undefined;
}

export interface StoredRecordSummary extends RecordSummary {
  /** Milliseconds since 1970. */
  readonly sentAt: number;
}

/**
 * The record that a name in a text refers to, if it is kept. Looks for the answer to its look-up in either format, then in the
 * newest responses whose names the connection knows. Makes no call.
 * @param gone fires when the result is no longer needed
 */
export async function findStoredRecord(
  services: Pick<Services, 'client' | 'store'>,
  { endpoint, params }: LookUpChoice,
  reading: TextReference['reading'],
  gone: { readonly isCancellationRequested: boolean },
): Promise<StoredRecordSummary | undefined> {
  const client = await services.client();
  const over = client.connection(endpoint.service);
  for (const format of endpoint.formats) {
    const quote = client.quote(endpoint, params, { reuse: 'only', format });
    const words = quote?.kind === 'stored' ? findRecordInExchange(quote.exchange, reading) : undefined;
    if (quote?.kind === 'stored' && words !== undefined) {
      return { ...words, sentAt: quote.exchange.sentAt };
    }
  }
  const { exchanges } = await services.store();
  const pace = new TimeSlicer();
  let left = maxSearchedBytes;
  for (const { id, bodyBytes, sentAt } of exchanges.newest({ limit: maxSearchedExchanges }).items) {
    if (bodyBytes > left) {
      continue;
    }
    left -= bodyBytes;
    const body = exchanges.body(id);
    const exchange = body !== undefined && mayBodyHoldReference(body, reading) ? exchanges.exchange(id) : undefined;
    const isKnown =
      exchange !== undefined &&
      over !== undefined &&
      isNameKnownAt({ ...exchange.request, isMadeUp: isSandboxResponse(exchange) }, over);
    const words = isKnown ? findRecordInExchange(exchange, reading) : undefined;
    if (words !== undefined) {
      return { ...words, sentAt };
    }
    await pace.yieldIfDue();
    if (gone.isCancellationRequested) {
      return undefined;
    }
  }
  return undefined;
}

/** Whether a body can hold what a name means at all: far quicker than to read it. Ids and handles are ASCII. */
function mayBodyHoldReference(body: Uint8Array, reading: TextReference['reading']): boolean {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return reading.kind === 'handle'
    ? bytes.toString('latin1').toLowerCase().includes(`"${reading.handle.toLowerCase()}"`)
    : bytes.includes(reading.id, 0, 'latin1');
}

/** Reads either format; undefined if the response does not have the record. */
function findRecordInExchange(exchange: Exchange, reading: TextReference['reading']): RecordSummary | undefined {
  for (const { record } of toPage(exchange).records) {
    for (const part of walkRecordTree(record)) {
      const words = isReferencedRecord(part, reading) ? summarizeRecord(part) : undefined;
      if (words !== undefined) {
        return words;
      }
    }
  }
  return undefined;
}

function isReferencedRecord(record: AnyRecord, reading: TextReference['reading']): boolean {
  if (reading.kind !== 'handle') {
    return 'id' in record && record.id === reading.id;
  }
  return record.kind === 'user' && record.handle?.toLowerCase() === reading.handle.toLowerCase();
}

/** Undefined where the record has none. */
export function summarizeRecord(record: AnyRecord): RecordSummary | undefined {
  switch (record.kind) {
    case 'post': {
      const { author, text = '' } = record;
      return createRecordSummary(
        { name: author?.name, handle: author?.handle, text: text === '' ? vscode.l10n.t('(no text)') : text },
        'thread',
      );
    }
    case 'user':
      return createRecordSummary(
        { ...record, text: record.bio },
        'user',
        formatCounts(record, 'exact', 'followers', 'following', 'posts'),
      );
    case 'list':
    case 'community':
      return createRecordSummary(
        { name: record.name, text: record.description },
        record.kind,
        record.kind === 'list' ? formatCounts(record, 'exact', 'members', 'followers') : formatCounts(record, 'exact', 'members'),
      );
    case 'space':
    case 'job':
      return createRecordSummary({ name: record.title });
    case 'place':
      return createRecordSummary({ name: record.name });
    case 'trend':
    case 'hashtagPoint':
    case 'handleState':
    case 'other':
      return undefined;
  }
}

interface RecordSummaryParts {
  readonly name?: string | undefined;
  readonly handle?: string | undefined;
  readonly text?: string | undefined;
}

function createRecordSummary(
  { name, handle, text = '' }: RecordSummaryParts,
  subject?: LookUpChoice['subject'],
  counts: readonly string[] = [],
): RecordSummary | undefined {
  return name === undefined ? undefined : { title: handle === undefined ? name : `${name} @${handle}`, text, counts, subject };
}

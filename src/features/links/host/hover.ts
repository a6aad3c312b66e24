import * as vscode from 'vscode';
import type { Exchange } from '../../../client/exchange.ts';
import { type AnyRecord, walkRecordTree } from '../../../client/records/readRecord.ts';
import { toPage } from '../../../client/records/toPage.ts';
import { getConnectionPermalinkBase, isNameKnownAt, isSandboxResponse } from '../../../core/connections/responseConnection.ts';
import { getReuseIfOfferedFree } from '../../../core/cost/offers.ts';
import { addPrice, formatStoredAge, formatPriceWithAge } from '../../../core/cost/formatPrice.ts';
import { formatAge } from '../../../core/text/formatAge.ts';
import { readIdTimeMs } from '../../../core/records/parseLookUpInput.ts';
import { sanitizeForVsCode } from '../../../core/text/stripHiddenCharacters.ts';
import type { CommandId } from '../../../workbench/commands.ts';
import type { Services } from '../../../workbench/services.ts';
import { appendPicture, toLoadablePicture } from '../../../workbench/pictureHover.ts';
import { type RecordSummary, summarizeRecord } from '../../../workbench/summarizeRecord.ts';
import { TimeSlicer } from '../../../workbench/timeSlicer.ts';
import { type LookUpChoice, toLookUpChoices, quoteLookUp } from '../../lookUp/index.ts';
import { type TextReference, toIdText } from '../findLinks.ts';

/** The newest responses that are searched, and their total size: a hover must not take long. */
const maxSearchedExchanges = 40;
const maxSearchedBytes = 4_000_000;

export const lookUpCommand: CommandId = 'socialData.lookUp.anything';

/** Describes a reference without sending a request: the creation time in the id, the stored record, and a lookup's price. */
export async function createHoverText(
  services: Services,
  { reading, text }: TextReference,
  gone: vscode.CancellationToken,
): Promise<vscode.MarkdownString> {
  const hover = new vscode.MarkdownString('', true);
  // the command confirms the price before it sends a request
  hover.isTrusted = { enabledCommands: [lookUpCommand] };
  const createdAt = 'id' in reading && reading.kind !== 'space' ? readIdTimeMs(reading.id) : undefined;
  if (createdAt !== undefined) {
    hover.appendMarkdown('$(calendar) ');
    hover.appendText(`${vscode.l10n.t('Created')} ${formatTime(createdAt)} · ${formatAge(createdAt, Date.now())}`);
    hover.appendMarkdown('\n\n');
  }
  const client = await services.client();
  const choices = toLookUpChoices(reading);
  const [likeliest] = choices;
  if (likeliest === undefined) {
    return hover;
  }
  const stored = await findStoredRecord(services, likeliest, reading, gone);
  const choice = choices.find(({ subject }) => subject === stored?.subject) ?? likeliest;
  if (stored !== undefined) {
    appendPicture(hover, toLoadablePicture(stored.picture, await services.sandboxPictures()));
    hover.appendMarkdown('$(archive) ');
    hover.appendText(
      [
        `${sanitizeForVsCode(stored.title)} · ${formatStoredAge(stored, Date.now())}`,
        ...(stored.text === '' ? [] : [sanitizeForVsCode(stored.text)]),
        ...(stored.counts.length === 0 ? [] : [stored.counts.join(' · ')]),
      ].join('\n'),
    );
    hover.appendMarkdown('\n\n');
  }
  const quote = quoteLookUp(client, choice);
  const { connections } = services;
  const typed =
    choice === likeliest
      ? text
      : toIdText(text, choice.subject, getConnectionPermalinkBase(connections.isLocal(connections.names().primary)));
  const args = encodeURIComponent(JSON.stringify([typed, getReuseIfOfferedFree(quote)].filter((arg) => arg !== undefined)));
  const price = formatPriceWithAge(quote, Date.now());
  hover.appendMarkdown(`[$(search) ${addPrice(vscode.l10n.t('Look Up'), price)}](command:${lookUpCommand}?${args})`);
  return hover;
}

function formatTime(ms: number): string {
  return new Date(ms).toLocaleString(vscode.env.language, { dateStyle: 'medium', timeStyle: 'long' });
}

interface StoredRecordSummary extends RecordSummary {
  /** Milliseconds since 1970. */
  readonly sentAt: number;
}

/**
 * Finds a reference's stored record: first in its lookup's response, in either format, then in the newest responses
 * whose names are valid for the connection.
 * @param gone fires when the result is no longer needed
 */
async function findStoredRecord(
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

/** Avoids parsing bodies that can't contain the reference. Ids and handles are ASCII. */
function mayBodyHoldReference(body: Uint8Array, reading: TextReference['reading']): boolean {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return reading.kind === 'handle'
    ? bytes.toString('latin1').toLowerCase().includes(`"${reading.handle.toLowerCase()}"`)
    : bytes.includes(reading.id, 0, 'latin1');
}

/** Undefined if the response doesn't contain the record. */
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

import * as vscode from 'vscode';
import type { Exchange } from '../../client/exchange.ts';
import { partsOf } from '../../client/records/readRecord.ts';
import type { AnyRecord } from '../../client/records/readRecord.ts';
import { toPage } from '../../client/records/toPage.ts';
import type { Reference } from '../../catalog/findReferences.ts';
import type { LookUpChoice } from '../../catalog/lookUpChoices.ts';

/** The few words of a record that a hover has room for. */
export interface KeptWords {
  readonly title: string;
  /** Empty where there is none. */
  readonly text: string;
  /** What would be looked up to see the record; undefined where it does not say what it is. */
  readonly subject: LookUpChoice['subject'] | undefined;
}

/** Whether a body can hold what a name means at all: far quicker than to read it. Ids and handles are ASCII. */
export function mayHold(body: Uint8Array, reading: Reference['reading']): boolean {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return reading.kind === 'handle'
    ? bytes.toString('latin1').toLowerCase().includes(`"${reading.handle.toLowerCase()}"`)
    : bytes.includes(reading.id, 0, 'latin1');
}

/** The record in a kept answer, of either format, that a name in a text means; undefined where it is not there. */
export function keptRecord(exchange: Exchange, reading: Reference['reading']): KeptWords | undefined {
  for (const { record } of toPage(exchange).records) {
    for (const part of partsOf(record)) {
      const words = isMeant(part, reading) ? wordsOf(part) : undefined;
      if (words !== undefined) {
        return words;
      }
    }
  }
  return undefined;
}

function isMeant(record: AnyRecord, reading: Reference['reading']): boolean {
  if (reading.kind !== 'handle') {
    return 'id' in record && record.id === reading.id;
  }
  return record.kind === 'user' && record.handle?.toLowerCase() === reading.handle.toLowerCase();
}

function wordsOf(record: AnyRecord): KeptWords | undefined {
  switch (record.kind) {
    case 'post': {
      const { author, text } = record;
      return named(author?.name, author?.handle, text === undefined || text === '' ? vscode.l10n.t('No text.') : text, 'thread');
    }
    case 'user':
      return named(record.name, record.handle, record.bio, 'user');
    case 'list':
    case 'community':
      return named(record.name, undefined, record.description, record.kind);
    case 'space':
    case 'job':
      return named(record.title, undefined, undefined, undefined);
    case 'place':
      return named(record.name, undefined, undefined, undefined);
    case 'trend':
    case 'hashtagPoint':
    case 'handleState':
    case 'other':
      return undefined;
  }
}

function named(
  name: string | undefined,
  handle: string | undefined,
  text: string | undefined,
  subject: KeptWords['subject'],
): KeptWords | undefined {
  return name === undefined
    ? undefined
    : { title: handle === undefined ? name : `${name} @${handle}`, text: text ?? '', subject };
}

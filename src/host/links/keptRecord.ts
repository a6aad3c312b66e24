import * as vscode from 'vscode';
import { bodyText, type Exchange } from '../../client/exchange.ts';
import { readUpstream } from '../../client/upstream/readUpstream.ts';
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

/** A node of an answer and all below it, from the outside in. */
function* nodesIn(root: unknown): Generator<object> {
  const found: unknown[] = [root];
  for (const node of found) {
    if (typeof node === 'object' && node !== null) {
      yield node;
      for (const value of Object.values(node)) {
        found.push(value); // the loop comes to it
      }
    }
  }
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
  const records =
    exchange.request.format === 'raw'
      ? readUpstream(bodyText(exchange)).records.map(({ record }): unknown => record)
      : nodesIn(exchange.value);
  for (const record of records) {
    const words = isMeant(record, reading) ? wordsOf(record) : undefined;
    if (words !== undefined) {
      return words;
    }
  }
  return undefined;
}

function isMeant(record: unknown, reading: Reference['reading']): boolean {
  if (reading.kind !== 'handle') {
    return at(record, 'id') === reading.id;
  }
  const handle = at(record, 'username');
  return typeof handle === 'string' && handle.toLowerCase() === reading.handle.toLowerCase();
}

function wordsOf(record: unknown): KeptWords | undefined {
  const author = at(record, 'author');
  const text = at(record, 'text') ?? at(record, 'description');
  const subject = subjectOf(record);
  const name = at(author, 'name') ?? at(record, 'name') ?? at(record, 'title');
  const handle = at(author, 'username') ?? at(record, 'username');
  if (typeof name !== 'string') {
    return undefined;
  }
  return {
    title: typeof handle === 'string' ? `${name} @${handle}` : name,
    text: typeof text === 'string' && text !== '' ? text : subject === 'thread' ? vscode.l10n.t('No text.') : '',
    subject,
  };
}

/** What a record is, by a field that only its kind has. */
function subjectOf(record: unknown): KeptWords['subject'] {
  if (at(record, 'author') !== undefined) {
    return 'thread';
  }
  if (at(record, 'username') !== undefined) {
    return 'user';
  }
  if (at(record, 'followerCount') !== undefined) {
    return 'list';
  }
  return at(record, 'joinPolicy') === undefined ? undefined : 'community';
}

function at(node: unknown, key: string): unknown {
  return typeof node === 'object' && node !== null && Object.hasOwn(node, key) ? Reflect.get(node, key) : undefined;
}

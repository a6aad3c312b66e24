import * as vscode from 'vscode';
import type { Exchange } from '../../client/exchange.ts';
import type { Reference } from '../../catalog/findReferences.ts';

/** The few words of a record that a hover has room for. */
export interface KeptWords {
  readonly title: string;
  readonly text: string;
}

/** The record in a kept answer (simple format) that a name in a text means; undefined where it is not there. */
export function keptRecord({ value }: Exchange, reading: Reference['reading']): KeptWords | undefined {
  const data = at(value, 'data');
  const records: readonly unknown[] = Array.isArray(data) ? data : [data];
  const wanted = reading.kind === 'handle' ? undefined : reading.id;
  const record = records.find((candidate) => wanted === undefined || at(candidate, 'id') === wanted);
  const author = at(record, 'author');
  const text = at(record, 'text') ?? at(record, 'description');
  const name = at(author, 'name') ?? at(record, 'name') ?? at(record, 'title');
  const handle = at(author, 'username') ?? at(record, 'username');
  if (typeof name !== 'string') {
    return undefined;
  }
  return {
    title: typeof handle === 'string' ? `${name} @${handle}` : name,
    text: typeof text === 'string' && text !== '' ? text : vscode.l10n.t('No text.'),
  };
}

function at(node: unknown, key: string): unknown {
  return typeof node === 'object' && node !== null && Object.hasOwn(node, key) ? Reflect.get(node, key) : undefined;
}

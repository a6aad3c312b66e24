import type { RecordKind } from './records/recordKind.ts';

/** Records of one kind, and where they stand in a `simple` answer. */
export interface Yield {
  readonly kind: RecordKind;
  /** The keys that lead to their list, their map, or the one of them; empty for the answer itself. */
  readonly at: readonly string[];
  /** The field of a record that tells it from the others; left out where none does. */
  readonly id?: string;
  /** Of a map: what its keys are, and what its values. */
  readonly map?: { readonly key: string; readonly value: string };
  /** The role that all of them have there. */
  readonly role?: string;
  /** The answer is upstream JSON: the records are read out of it as out of a `raw` one. */
  readonly isUpstream?: true;
  /** The reference does not show their fields: a table takes its columns from what came. */
  readonly hasOpenFields?: true;
}

/** Records of one kind that are the `data` of an answer: a list of them, or the one that was asked for. */
export function inData(kind: RecordKind, id = 'id'): readonly Yield[] {
  return [{ kind, at: ['data'], id }];
}

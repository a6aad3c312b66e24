import * as z from 'zod';
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

/**
 * What is wrong with what a row says of its records; undefined where its shape has them.
 * @param isPaged whether the first ones come page by page
 */
export function yieldsFault(yields: readonly Yield[], result: z.ZodType, isPaged: boolean): string | undefined {
  const [first] = yields;
  if (first === undefined) {
    return 'it does not say what it yields';
  }
  const fault = yields.map((one) => yieldFault(one, result)).find((one) => one !== undefined);
  if (fault !== undefined) {
    return fault;
  }
  const isList = schemasAt(result, first.at).some((place) => isOpen(place) || place instanceof z.ZodArray);
  return isPaged && !isList ? `it pages over "${first.at.join('.')}", which is no list` : undefined;
}

function yieldFault({ kind, at, id, map }: Yield, result: z.ZodType): string | undefined {
  const name = `it yields ${kind} records at "${at.join('.')}"`;
  const places = schemasAt(result, at);
  if (places.length === 0) {
    return `${name}, which its result does not have`;
  }
  if (map !== undefined) {
    return places.some((place) => isOpen(place) || place instanceof z.ZodRecord) ? undefined : `${name}, which is no map`;
  }
  const items = places.flatMap((place) => (place instanceof z.ZodArray ? plain(place.element) : [place]));
  const hasId = id === undefined || items.some((item) => schemasAt(item, [id]).length > 0);
  return hasId ? undefined : `${name} by ${id}, which they do not have`;
}

/** The schemas that may stand at a path of keys. Where a shape is open, anything may. */
function schemasAt(schema: z.ZodType, path: readonly string[]): readonly z.ZodType[] {
  return plain(schema).flatMap((one) => {
    const [key, ...rest] = path;
    if (key === undefined || isOpen(one)) {
      return [one];
    }
    const next: unknown = one instanceof z.ZodObject ? one.shape[key] : undefined;
    return next instanceof z.ZodType ? schemasAt(next, rest) : [];
  });
}

/** What a schema is made of, without what lets it be left out or be null. */
function plain(schema: unknown): readonly z.ZodType[] {
  if (schema instanceof z.ZodUnion) {
    return schema.options.flatMap(plain);
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return plain(schema.unwrap());
  }
  return schema instanceof z.ZodType ? [schema] : [];
}

function isOpen(schema: z.ZodType): boolean {
  return schema instanceof z.ZodUnknown || (schema instanceof z.ZodObject && Object.keys(schema.shape).length === 0);
}

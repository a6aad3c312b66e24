import type * as z from 'zod';
import { decodeJsonText, type EncodedBody, type ShapeWarning } from './exchange.ts';

type ParsedResponse =
  | { readonly kind: 'json'; readonly value: unknown; readonly warnings: readonly ShapeWarning[] }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** Keeps recursive readers from overflowing the stack. Real bodies have fewer than 60 levels. */
export const maxJsonDepth = 128;

const maxWarnings = 20;

const noShapeWarnings: readonly ShapeWarning[] = Object.freeze([]);

const tooDeepResponse: ParsedResponse = Object.freeze({
  kind: 'unreadable',
  reason: `the body is nested more than ${maxJsonDepth} levels deep`,
});

/** Parses a body as JSON in its charset, nested at most maxJsonDepth levels. Invalid bytes become U+FFFD. */
export function parseResponseBody(encoded: EncodedBody, schema: z.ZodType | undefined): ParsedResponse {
  const text = decodeJsonText(encoded);
  if (text === '') {
    return { kind: 'unreadable', reason: 'the body is empty' };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: 'unreadable', reason: /^\s*</.test(text) ? 'the body is HTML or XML, not JSON' : "the body isn't JSON" };
  }
  if (isValueDeeperThan(value, maxJsonDepth)) {
    return tooDeepResponse;
  }
  return { kind: 'json', value, warnings: schema === undefined ? noShapeWarnings : findShapeWarnings(schema, value) };
}

/** Lists up to 20 places where a value differs from a schema. @param value nested at most maxJsonDepth levels */
export function findShapeWarnings(schema: z.ZodType, value: unknown): readonly ShapeWarning[] {
  const { error } = schema.safeParse(value);
  return error === undefined
    ? noShapeWarnings
    : error.issues.slice(0, maxWarnings).flatMap(toShapeWarnings).slice(0, maxWarnings);
}

/** For a union, reports the alternative that matches deepest. */
function toShapeWarnings(issue: z.core.$ZodIssue): readonly ShapeWarning[] {
  const options = issue.code === 'invalid_union' ? issue.errors : [];
  const [best] = options.toSorted((one, other) => (other[0]?.path.length ?? 0) - (one[0]?.path.length ?? 0));
  return best === undefined
    ? [{ path: issue.path.join('.'), message: issue.message.replace('Invalid input: ', '') }]
    : best.flatMap((inner) => toShapeWarnings({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** Recurses at most `limit` levels, so any depth is safe. */
export function isValueDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  if (limit <= 0) {
    return true;
  }
  const items: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return items.some((item) => typeof item === 'object' && item !== null && isValueDeeperThan(item, limit - 1));
}

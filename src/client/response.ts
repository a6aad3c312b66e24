import type * as z from 'zod';
import { decodeJsonText, type EncodedBody, getBodyCharset, type ShapeWarning } from './exchange.ts';

export type ParsedResponse =
  | { readonly kind: 'json'; readonly value: unknown; readonly warnings: readonly ShapeWarning[] }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** The deepest nesting that is read. Real bodies stay below 60; the limit keeps recursive readers from overflowing the stack. */
export const maxJsonDepth = 128;

/** More differences would say nothing new. */
const maxWarnings = 20;

const noShapeWarnings: readonly ShapeWarning[] = Object.freeze([]);

const tooDeepResponse: ParsedResponse = Object.freeze({
  kind: 'unreadable',
  reason: `the body is nested more than ${maxJsonDepth} levels deep`,
});

/**
 * Reads a body as JSON in its charset (a wrong byte reads as U+FFFD), nested no deeper than maxJsonDepth.
 * Checks the depth before any recursive code sees the value.
 */
export function parseResponseBody(encoded: EncodedBody, schema: z.ZodType | undefined): ParsedResponse {
  const body = getBodyCharset(encoded) === 'utf-8' ? encoded.body : new TextEncoder().encode(decodeJsonText(encoded));
  if (body.byteLength === 0) {
    return { kind: 'unreadable', reason: 'the body is empty' };
  }
  const text = decodeJsonText({ body });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) {
      throw error;
    }
    return { kind: 'unreadable', reason: /^\s*</.test(text) ? 'the body is HTML or XML, not JSON' : "the body isn't JSON" };
  }
  if (isValueDeeperThan(value, maxJsonDepth)) {
    return tooDeepResponse;
  }
  return { kind: 'json', value, warnings: schema === undefined ? noShapeWarnings : findShapeWarnings(schema, value) };
}

/** Where a value nested no deeper than maxJsonDepth differs from a schema: at most 20 places, none if it fits. */
export function findShapeWarnings(schema: z.ZodType, value: unknown): readonly ShapeWarning[] {
  const { error } = schema.safeParse(value);
  return error === undefined
    ? noShapeWarnings
    : error.issues.slice(0, maxWarnings).flatMap(toShapeWarnings).slice(0, maxWarnings);
}

/** Of several schemas the one that fits furthest down tells most. */
function toShapeWarnings(issue: z.core.$ZodIssue): readonly ShapeWarning[] {
  const options = issue.code === 'invalid_union' ? issue.errors : [];
  const [best] = options.toSorted((one, other) => (other[0]?.path.length ?? 0) - (one[0]?.path.length ?? 0));
  return best === undefined
    ? [{ path: issue.path.join('.'), message: issue.message.replace('Invalid input: ', '') }]
    : best.flatMap((inner) => toShapeWarnings({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** Goes no deeper than the limit itself. */
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

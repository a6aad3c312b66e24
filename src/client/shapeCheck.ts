import type * as z from 'zod';
import type { ShapeWarning } from './exchange.ts';

/** The deepest nesting that is read. Real bodies stay under 60; readers further on recurse, and must not be led to overflow. */
export const maxJsonDepth = 128;

/** So many differences are named; more would say nothing new. */
const maxWarnings = 20;

export const noShapeWarnings: readonly ShapeWarning[] = Object.freeze([]);

/** Where a value that nests no deeper than maxJsonDepth differs from a schema: at most 20 places. Empty = it fits. */
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

/** Whether a parsed value nests deeper than a limit. Goes no deeper than the limit itself. */
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

import * as z from 'zod';
import type { ShapeWarning } from './exchange.ts';

/** Looks a value over without copying it. Empty = it fits. */
export type ShapeCheck = (value: unknown) => readonly ShapeWarning[];

/** The deepest nesting that is read. Real bodies stay under 60; readers further on recurse, and must not be led to overflow. */
export const maxJsonDepth = 128;

/** So many differences are named; more would say nothing new. */
const maxWarnings = 20;

export const noShapeWarnings: readonly ShapeWarning[] = Object.freeze([]);

/**
 * undefined = fits; else what differs, with paths from here on.
 * `depth` is how many objects and arrays are open around the value: what no schema describes is measured.
 */
type DifferenceCheck = (value: unknown, depth: number) => Difference | undefined;

type Difference =
  | { readonly kind: 'here'; readonly message: string }
  | { readonly kind: 'below'; readonly parts: readonly (readonly [key: string | number, difference: Difference])[] };

/**
 * Compiles a schema into a check that gives zod's verdict and copies nothing.
 * zod builds each object again to return it; an answer is only looked over, which costs a tenth of that. A kind of schema that
 * is not known here is asked itself. A schema must not hold itself.
 * @returns a check whose warnings name paths by keys and indexes joined by dots, at most 20 of them
 */
export function compileShapeCheck(schema: z.ZodType): ShapeCheck {
  const check = compileCheck(schema);
  return (value) => {
    const difference = check(value, 0);
    if (difference === undefined) {
      return noShapeWarnings;
    }
    const warnings: ShapeWarning[] = [];
    collectWarnings(difference, '', warnings);
    return warnings;
  };
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

function collectWarnings(difference: Difference, path: string, into: ShapeWarning[]): void {
  if (into.length >= maxWarnings) {
    return;
  }
  if (difference.kind === 'here') {
    into.push({ path, message: difference.message });
    return;
  }
  for (const [key, below] of difference.parts) {
    collectWarnings(below, path === '' ? String(key) : `${path}.${key}`, into);
  }
}

function compileCheck(schema: z.core.$ZodType): DifferenceCheck {
  if (!hasNoExtraChecks(schema)) {
    return createZodCheck(schema);
  }
  const { def } = schema._zod;
  switch (def.type) {
    case 'object':
      return def.catchall?._zod.def.type === 'never'
        ? createZodCheck(schema)
        : createObjectCheck(def.shape, def.catchall === undefined ? unknownCheck : compileCheck(def.catchall));
    case 'record':
      return isPlainStringSchema(def.keyType) ? createObjectCheck({}, compileCheck(def.valueType)) : createZodCheck(schema);
    case 'array':
      return createArrayCheck(compileCheck(def.element));
    case 'string':
      return isPlainStringSchema(schema) ? stringCheck : createZodCheck(schema);
    case 'number':
      return getSchemaFormat(def) === undefined
        ? finiteCheck
        : getSchemaFormat(def) === 'safeint'
          ? intCheck
          : createZodCheck(schema);
    case 'boolean':
      return booleanCheck;
    case 'null':
      return nullCheck;
    case 'unknown':
      return unknownCheck;
    case 'nullable':
      return createCheckAllowingValue(null, compileCheck(def.innerType));
    case 'optional':
      return createCheckAllowingValue(undefined, compileCheck(def.innerType));
    case 'union':
      return createUnionCheck(def.options.map(compileCheck));
    case 'enum':
      return createEnumCheck(Object.values(def.entries));
    default:
      return createZodCheck(schema);
  }
}

/** Whether there is nothing to check but the kind of a value: one of zod's own list, by `type`. */
function hasNoExtraChecks(schema: z.core.$ZodType): schema is z.core.$ZodTypes {
  return (schema._zod.def.checks ?? []).length === 0;
}

function isPlainStringSchema(schema: z.core.$ZodType): boolean {
  const { def } = schema._zod;
  return hasNoExtraChecks(schema) && def.type === 'string' && getSchemaFormat(def) === undefined;
}

function getSchemaFormat(def: z.core.$ZodTypeDef & { readonly format?: unknown }): unknown {
  return def.format;
}

const stringCheck: DifferenceCheck = (value) => (typeof value === 'string' ? undefined : createMismatch('a string', value));
const booleanCheck: DifferenceCheck = (value) =>
  typeof value === 'boolean' ? undefined : createMismatch('true or false', value);
const nullCheck: DifferenceCheck = (value) => (value === null ? undefined : createMismatch('null', value));
const intCheck: DifferenceCheck = (value) => (Number.isSafeInteger(value) ? undefined : createMismatch('an integer', value));
const finiteCheck: DifferenceCheck = (value) => (Number.isFinite(value) ? undefined : createMismatch('a number', value));
const unknownCheck: DifferenceCheck = (value, depth) =>
  typeof value === 'object' && value !== null && isValueDeeperThan(value, maxJsonDepth - depth) ? tooDeepDifference : undefined;

/** @param rest what is held against a property that the shape does not name */
function createObjectCheck(shape: Readonly<Record<string, z.core.$ZodType>>, rest: DifferenceCheck): DifferenceCheck {
  const keys = Object.keys(shape);
  const places = new Map(keys.map((key, place) => [key, place]));
  const checks = Object.values(shape).map(compileCheck);
  // zod tells a property that may be left out from one that may be undefined
  const needed = keys.filter((key) => shape[key]?._zod.optout !== 'optional');
  return (value, depth) => {
    if (!isNonArrayObject(value)) {
      return createMismatch('an object', value);
    }
    // Nothing is built as long as all fit. Keys mostly come in the row's order, and an engine reads a property in a for-in loop
    // without a look-up.
    const below = depth + 1;
    let parts: [string, Difference][] | undefined;
    let next = 0;
    let met = 0;
    for (const key in value) {
      const place = keys[next] === key ? next : places.get(key);
      const difference = place === undefined ? rest(value[key], below) : checks[place]?.(value[key], below);
      if (difference !== undefined) {
        (parts ??= []).push([key, difference]);
      }
      if (place !== undefined) {
        next = place + 1;
        met += 1;
      }
    }
    if (met < keys.length) {
      for (const key of needed) {
        if (!(key in value)) {
          (parts ??= []).push([key, missingDifference]);
        }
      }
    }
    return toContainerDifference(parts, below);
  };
}

function createArrayCheck(element: DifferenceCheck): DifferenceCheck {
  return (value, depth) => {
    if (!Array.isArray(value)) {
      return createMismatch('an array', value);
    }
    const items: readonly unknown[] = value;
    let parts: [number, Difference][] | undefined;
    for (let index = 0; index < items.length; index += 1) {
      const difference = element(items[index], depth + 1);
      if (difference !== undefined) {
        (parts ??= []).push([index, difference]);
        if (parts.length >= maxWarnings) {
          break;
        }
      }
    }
    return toContainerDifference(parts, depth + 1);
  };
}

/** What is wrong with an object or array, whose members are so deep. */
function toContainerDifference(
  parts: readonly (readonly [string | number, Difference])[] | undefined,
  depth: number,
): Difference | undefined {
  return parts !== undefined ? { kind: 'below', parts } : depth > maxJsonDepth ? tooDeepDifference : undefined;
}

function createCheckAllowingValue(free: null | undefined, inner: DifferenceCheck): DifferenceCheck {
  return (value, depth) => (value === free ? undefined : inner(value, depth));
}

function createUnionCheck(options: readonly DifferenceCheck[]): DifferenceCheck {
  return (value, depth) => {
    let first: Difference | undefined;
    for (const option of options) {
      const difference = option(value, depth);
      if (difference === undefined) {
        return undefined;
      }
      // The option that got furthest tells most: one that differs below rather than here.
      first = first === undefined || (first.kind === 'here' && difference.kind === 'below') ? difference : first;
    }
    return first ?? createMismatch('something else', value);
  };
}

function createEnumCheck(values: readonly unknown[]): DifferenceCheck {
  const allowed = new Set(values);
  const named = values.map((value) => JSON.stringify(value)).join(', ');
  return (value) => (allowed.has(value) ? undefined : createMismatch(`one of ${named}`, value));
}

/** The slow, always right way: for what is not compiled. */
function createZodCheck(schema: z.core.$ZodType): DifferenceCheck {
  return (value, depth) => {
    if (unknownCheck(value, depth) !== undefined) {
      return tooDeepDifference; // zod recurses
    }
    const result = z.safeParse(schema, value);
    return result.success
      ? undefined
      : {
          kind: 'below',
          parts: result.error.issues.map(({ path, message }) => [path.join('.'), { kind: 'here', message }] as const),
        };
  };
}

const tooDeepDifference: Difference = { kind: 'here', message: `is nested deeper than ${maxJsonDepth} levels` };
const missingDifference: Difference = { kind: 'here', message: 'is missing' };

function createMismatch(what: string, value: unknown): Difference {
  const is = value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value;
  return { kind: 'here', message: `should be ${what}, is ${is}` };
}

function isNonArrayObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

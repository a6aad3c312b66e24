import type * as z from 'zod';
import { isValueDeeperThan, maxDepth } from './depth.ts';
import type { ShapeWarning } from './exchange.ts';

/** Looks a value over without copying it. Empty = it fits. */
export type ShapeCheck = (value: unknown) => readonly ShapeWarning[];

/** So many differences are named; more would say nothing new. */
const maxWarnings = 20;

const noWarnings: readonly ShapeWarning[] = Object.freeze([]);

/**
 * undefined = fits; else what differs, with paths from here on.
 * `depth` is how many objects and arrays are open around the value: what no schema describes is measured.
 */
type Check = (value: unknown, depth: number) => Difference | undefined;

type Difference =
  | { readonly kind: 'here'; readonly message: string }
  | { readonly kind: 'below'; readonly parts: readonly (readonly [key: string | number, difference: Difference])[] };

/** What is read of a schema's definition: the parts of zod's own that the catalogue's rows are made of. */
interface Definition {
  readonly type: string;
  readonly checks?: readonly unknown[];
  readonly format?: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly catchall?: z.ZodType;
  readonly element?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly values?: readonly unknown[];
  readonly entries?: Readonly<Record<string, string | number>>;
  readonly keyType?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly getter?: () => z.ZodType;
}

/**
 * Compiles a schema into a check that gives zod's verdict and copies nothing.
 * zod builds every object anew to give it back; an answer is only looked over, which costs a tenth of that. A kind of schema
 * that is not known here is asked itself.
 * @returns a check whose warnings name paths by keys and indexes joined by dots, at most 20 of them
 */
export function compileShapeCheck(schema: z.ZodType): ShapeCheck {
  const check = compile(schema, new Map());
  return (value) => {
    const difference = check(value, 0);
    if (difference === undefined) {
      return noWarnings;
    }
    const warnings: ShapeWarning[] = [];
    collect(difference, '', warnings);
    return warnings;
  };
}

function collect(difference: Difference, path: string, into: ShapeWarning[]): void {
  if (into.length >= maxWarnings) {
    return;
  }
  if (difference.kind === 'here') {
    into.push({ path, message: difference.message });
    return;
  }
  for (const [key, below] of difference.parts) {
    collect(below, path === '' ? String(key) : `${path}.${key}`, into);
  }
}

function compile(schema: z.ZodType, known: Map<z.ZodType, Check>): Check {
  const found = known.get(schema);
  if (found !== undefined) {
    return found;
  }
  // A schema may hold itself: what is met again on the way is looked up when it is used.
  known.set(schema, (value, depth) => known.get(schema)?.(value, depth));
  const compiled = compileNew(schema, known);
  known.set(schema, compiled);
  return compiled;
}

function compileNew(schema: z.ZodType, known: Map<z.ZodType, Check>): Check {
  const def: Definition = schema.def;
  if ((def.checks ?? []).length > 0) {
    return asksSchema(schema);
  }
  switch (def.type) {
    case 'object':
      return def.shape === undefined ? asksSchema(schema) : objectCheck(schema, def.shape, def.catchall, known);
    case 'array':
      return def.element === undefined ? asksSchema(schema) : arrayCheck(compile(def.element, known));
    case 'string':
      return def.format === undefined ? stringCheck : asksSchema(schema);
    case 'number':
      return numberCheck(schema, def);
    case 'boolean':
      return booleanCheck;
    case 'null':
      return nullCheck;
    case 'unknown':
    case 'any':
      return unknownCheck;
    case 'nullable':
    case 'optional':
      return def.innerType === undefined
        ? asksSchema(schema)
        : unlessCheck(def.type === 'nullable' ? null : undefined, compile(def.innerType, known));
    case 'union':
      return def.options === undefined ? asksSchema(schema) : unionCheck(def.options.map((option) => compile(option, known)));
    case 'literal':
      return def.values === undefined ? asksSchema(schema) : oneOfCheck(def.values);
    case 'enum':
      return def.entries === undefined ? asksSchema(schema) : oneOfCheck(enumValues(def.entries));
    case 'record':
      return recordCheck(schema, def, known);
    case 'lazy':
      return def.getter === undefined ? asksSchema(schema) : lazyCheck(def.getter, known);
    default:
      return asksSchema(schema);
  }
}

const stringCheck: Check = (value) => (typeof value === 'string' ? undefined : expected('a string', value));
const booleanCheck: Check = (value) => (typeof value === 'boolean' ? undefined : expected('true or false', value));
const nullCheck: Check = (value) => (value === null ? undefined : expected('null', value));
const intCheck: Check = (value) => (Number.isSafeInteger(value) ? undefined : expected('an integer', value));
const finiteCheck: Check = (value) => (Number.isFinite(value) ? undefined : expected('a number', value));
const unknownCheck: Check = (value, depth) =>
  typeof value === 'object' && value !== null && isValueDeeperThan(value, maxDepth - depth) ? tooDeep : undefined;

function numberCheck(schema: z.ZodType, def: Definition): Check {
  if (def.format === undefined) {
    return finiteCheck;
  }
  return def.format === 'safeint' ? intCheck : asksSchema(schema);
}

function objectCheck(
  schema: z.ZodType,
  shape: Readonly<Record<string, z.ZodType>>,
  catchall: z.ZodType | undefined,
  known: Map<z.ZodType, Check>,
): Check {
  const rest: Definition | undefined = catchall?.def;
  if (rest !== undefined && rest.type !== 'unknown' && rest.type !== 'never') {
    return asksSchema(schema);
  }
  const keys = Object.keys(shape);
  const places = new Map(keys.map((key, place) => [key, place]));
  const checks = Object.values(shape).map((property) => compile(property, known));
  // zod tells a property that may be left out from one that may be undefined
  const mayBeAbsent = Object.values(shape).map((property) => property._zod.optout === 'optional');
  const takesMore = rest?.type !== 'never';
  const partsOf = (value: Readonly<Record<string, unknown>>, depth: number): readonly (readonly [string, Difference])[] => {
    const parts: [string, Difference][] = [];
    keys.forEach((key, place) => {
      const isThere = key in value;
      const difference = isThere || mayBeAbsent[place] === true ? checks[place]?.(value[key], depth) : missing;
      if (difference !== undefined) {
        parts.push([key, isThere ? difference : missing]);
      }
    });
    for (const key of Object.keys(value)) {
      const difference = places.has(key) ? undefined : takesMore ? unknownCheck(value[key], depth) : notKnown;
      if (difference !== undefined) {
        parts.push([key, difference]);
      }
    }
    return parts;
  };
  return (value, depth) => {
    if (!isObject(value)) {
      return expected('an object', value);
    }
    // The fast way: nothing is built as long as all fit. Keys mostly come in the row's order, and an engine reads a property
    // in a for-in loop without a look-up. Whatever is missing or differs goes the thorough way.
    const below = depth + 1;
    let next = 0;
    let met = 0;
    for (const key in value) {
      const place = keys[next] === key ? next : places.get(key);
      const difference =
        place === undefined ? (takesMore ? unknownCheck(value[key], below) : notKnown) : checks[place]?.(value[key], below);
      if (difference !== undefined) {
        met = -1;
        break;
      }
      if (place !== undefined) {
        next = place + 1;
        met += 1;
      }
    }
    if (met === keys.length) {
      return below > maxDepth ? tooDeep : undefined;
    }
    const parts = partsOf(value, below);
    return parts.length > 0 ? { kind: 'below', parts } : below > maxDepth ? tooDeep : undefined;
  };
}

function arrayCheck(element: Check): Check {
  return (value, depth) => {
    if (!Array.isArray(value)) {
      return expected('an array', value);
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
    return parts !== undefined ? { kind: 'below', parts } : depth + 1 > maxDepth ? tooDeep : undefined;
  };
}

function recordCheck(schema: z.ZodType, def: Definition, known: Map<z.ZodType, Check>): Check {
  const key: Definition | undefined = def.keyType?.def;
  if (def.valueType === undefined || key?.type !== 'string' || key.format !== undefined || (key.checks ?? []).length > 0) {
    return asksSchema(schema);
  }
  const check = compile(def.valueType, known);
  return (value, depth) => {
    if (!isObject(value)) {
      return expected('an object', value);
    }
    const parts: [string, Difference][] = [];
    for (const name of Object.keys(value)) {
      const difference = check(value[name], depth + 1);
      if (difference !== undefined) {
        parts.push([name, difference]);
      }
    }
    return parts.length > 0 ? { kind: 'below', parts } : depth + 1 > maxDepth ? tooDeep : undefined;
  };
}

function unlessCheck(free: null | undefined, inner: Check): Check {
  return (value, depth) => (value === free ? undefined : inner(value, depth));
}

function unionCheck(options: readonly Check[]): Check {
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
    return first ?? expected('something else', value);
  };
}

function oneOfCheck(values: readonly unknown[]): Check {
  const allowed = new Set(values);
  const named = values.map((value) => JSON.stringify(value)).join(', ');
  return (value) => (allowed.has(value) ? undefined : expected(`one of ${named}`, value));
}

function lazyCheck(getter: () => z.ZodType, known: Map<z.ZodType, Check>): Check {
  let compiled: Check | undefined;
  return (value, depth) => (compiled ??= compile(getter(), known))(value, depth);
}

/** The slow, always right way: for what is not compiled. */
function asksSchema(schema: z.ZodType): Check {
  return (value, depth) => {
    if (unknownCheck(value, depth) !== undefined) {
      return tooDeep; // zod recurses
    }
    const result = schema.safeParse(value);
    if (result.success) {
      return undefined;
    }
    return {
      kind: 'below',
      parts: result.error.issues.map((issue) => [issue.path.join('.'), { kind: 'here', message: issue.message }] as const),
    };
  };
}

/** The values of an enum; a TypeScript enum of numbers also lists its names backwards, which are not values. */
function enumValues(entries: Readonly<Record<string, string | number>>): readonly unknown[] {
  const numbers = new Set(Object.values(entries).filter((entry) => typeof entry === 'number'));
  return Object.entries(entries).flatMap(([key, entry]) => (numbers.has(Number(key)) ? [] : [entry]));
}

const notKnown: Difference = { kind: 'here', message: 'is not known' };
const tooDeep: Difference = { kind: 'here', message: `is nested deeper than ${maxDepth} levels` };
const missing: Difference = { kind: 'here', message: 'is missing' };

function expected(what: string, value: unknown): Difference {
  return { kind: 'here', message: `should be ${what}, is ${kindOf(value)}` };
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

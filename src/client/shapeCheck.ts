import type * as z from 'zod';
import type { ShapeWarning } from './exchange.ts';

/** Looks a value over without copying it. Empty = it fits. */
export type ShapeCheck = (value: unknown) => readonly ShapeWarning[];

/** So many differences are named; more would say nothing new. */
const maxWarnings = 20;

const noWarnings: readonly ShapeWarning[] = Object.freeze([]);

/** undefined = fits; else what differs, with paths from here on. */
type Check = (value: unknown) => Difference | undefined;

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
    const difference = check(value);
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
  known.set(schema, (value) => known.get(schema)?.(value));
  const compiled = compileNew(schema, known);
  known.set(schema, compiled);
  return compiled;
}

function compileNew(schema: z.ZodType, known: Map<z.ZodType, Check>): Check {
  const def: Definition = schema.def;
  if ((def.checks ?? []).length > 0 && !(def.type === 'number' && def.format === 'safeint')) {
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
      return anyCheck;
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
const anyCheck: Check = () => undefined;

function numberCheck(schema: z.ZodType, def: Definition): Check {
  if (def.format === undefined) {
    return finiteCheck;
  }
  // An int carries its own format as its only check.
  return def.format === 'safeint' && (def.checks ?? []).length <= 1 ? intCheck : asksSchema(schema);
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
  const checks = Object.values(shape).map((property) => compile(property, known));
  const allowed = rest?.type === 'never' ? new Set(keys) : undefined;
  return (value) => {
    if (!isObject(value)) {
      return expected('an object', value);
    }
    let parts: [string, Difference][] | undefined;
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index] ?? '';
      const difference = checks[index]?.(value[key]);
      if (difference !== undefined) {
        (parts ??= []).push([key, key in value ? difference : missing]);
      }
    }
    for (const key of allowed === undefined ? [] : Object.keys(value)) {
      if (allowed?.has(key) === false) {
        (parts ??= []).push([key, { kind: 'here', message: 'is not known' }]);
      }
    }
    return parts === undefined ? undefined : { kind: 'below', parts };
  };
}

function arrayCheck(element: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) {
      return expected('an array', value);
    }
    const items: readonly unknown[] = value;
    let parts: [number, Difference][] | undefined;
    for (let index = 0; index < items.length; index += 1) {
      const difference = element(items[index]);
      if (difference !== undefined) {
        (parts ??= []).push([index, difference]);
        if (parts.length >= maxWarnings) {
          break;
        }
      }
    }
    return parts === undefined ? undefined : { kind: 'below', parts };
  };
}

function recordCheck(schema: z.ZodType, def: Definition, known: Map<z.ZodType, Check>): Check {
  const key: Definition | undefined = def.keyType?.def;
  if (def.valueType === undefined || key?.type !== 'string' || key.format !== undefined || (key.checks ?? []).length > 0) {
    return asksSchema(schema);
  }
  const check = compile(def.valueType, known);
  return (value) => {
    if (!isObject(value)) {
      return expected('an object', value);
    }
    const parts: [string, Difference][] = [];
    for (const name of Object.keys(value)) {
      const difference = name === '__proto__' ? undefined : check(value[name]);
      if (difference !== undefined) {
        parts.push([name, difference]);
      }
    }
    return parts.length === 0 ? undefined : { kind: 'below', parts };
  };
}

function unlessCheck(free: null | undefined, inner: Check): Check {
  return (value) => (value === free ? undefined : inner(value));
}

function unionCheck(options: readonly Check[]): Check {
  return (value) => {
    let first: Difference | undefined;
    for (const option of options) {
      const difference = option(value);
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
  return (value) => (compiled ??= compile(getter(), known))(value);
}

/** The slow, always right way: for what is not compiled. */
function asksSchema(schema: z.ZodType): Check {
  return (value) => {
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

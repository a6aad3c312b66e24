import type { Random } from '../../../../src/sandbox/world/random.ts';
import { at, nodesOf } from './json.ts';

type Holder = Record<string, unknown> | unknown[];

/** A place in a body: an object or list, a key of it, and the keys that lead there. */
interface Spot {
  readonly holder: Holder;
  readonly key: string;
  readonly path: readonly string[];
}

/** A body that can be damaged and repaired again, and what it holds at any time. */
export interface Patient {
  readonly body: unknown;
  /**
   * Damages the body in place, once or several times.
   * @returns what was done, and a function that repairs it
   */
  readonly damage: (random: Random) => { readonly done: readonly string[]; readonly repair: () => void };
  /** Whether a text stands somewhere in the body as it is now. */
  readonly holds: (text: string) => boolean;
  /** Whether a number of so many digits, or a longer text with the digits in it under `entryId`, stands in the body now. */
  readonly holdsDigits: (digits: string) => boolean;
  /** Whether a text stands under a key that names a record, as `rest_id` does. */
  readonly holdsRecord: (id: string) => boolean;
  /** Whether a path leads to something now, or did before the damage; its last two keys may be what is missing. */
  readonly knowsPath: (path: string) => boolean;
}

const oddTexts = [
  '',
  ' ',
  '__proto__',
  'constructor',
  '0',
  '-1',
  '1e400',
  'null',
  '<b>&amp;</b>',
  'https://t.co/',
  '\ud800',
  'x'.repeat(5000),
];

/** Stands for a text that is not a value but part of one: digits in an entry id, or a number's. */
const part = '\u0000';

/** Stands before the ids of records. */
const recordMark = '\u0001';
const recordKeys = new Set(['rest_id', 'id_str']);

export function patientOf(text: string): Patient {
  const body: unknown = JSON.parse(text);
  const untouched: unknown = JSON.parse(text);
  const root: Holder = { body };
  const spots = spotsOf(root).filter(({ path }) => path.length > 1);
  const counts = new Map<string, number>();
  count(counts, '', body, 1);

  const apply = (random: Random): { readonly done: string; readonly repair: () => void } | undefined => {
    const spot = random.pick(spots);
    if (!isThere(root, spot)) return undefined;
    const { holder, key, path } = spot;
    const old = at(holder, key);
    const where = path.slice(1).join('.');
    const replace = (value: unknown, done: string) => {
      count(counts, key, old, -1);
      count(counts, key, value, 1);
      put(holder, key, value);
      return {
        done: `${done} ${where}`,
        repair: () => {
          count(counts, key, value, -1);
          count(counts, key, old, 1);
          put(holder, key, old);
        },
      };
    };
    switch (random.below(5)) {
      case 0:
        return remove(spot, old, counts, where);
      case 1:
        return replace(retyped(random, old), 'retyped');
      case 2:
        return Array.isArray(holder)
          ? repeat(holder, key, old, random, counts, where)
          : replace(random.pick(oddTexts), 'odd text at');
      default: {
        // moves or copies another node here, unless the one would hold itself
        const other = random.pick(spots);
        if (!isThere(root, other) || isWithin(path, other.path) || isWithin(other.path, path)) return undefined;
        const moved = at(other.holder, other.key);
        // a copy of its own: by reference, a body could come to hold itself, which no JSON does
        const copied = replace(structuredClone(moved), `${other.path.slice(1).join('.')} put at`);
        if (random.chance(0.5)) return copied;
        const removed = remove(other, moved, counts, other.path.slice(1).join('.'));
        return { done: `${copied.done}, ${removed.done}`, repair: () => [removed, copied].forEach((one) => one.repair()) };
      }
    }
  };
  return {
    body,
    damage: (random) => {
      const all = Array.from({ length: random.between(1, 4) }, () => apply(random)).filter((one) => one !== undefined);
      return { done: all.map(({ done }) => done), repair: () => all.toReversed().forEach(({ repair }) => repair()) };
    },
    holds: (wanted) => (counts.get(wanted) ?? 0) > 0,
    holdsDigits: (digits) => (counts.get(part + digits) ?? 0) > 0,
    holdsRecord: (id) => (counts.get(recordMark + id) ?? 0) > 0,
    knowsPath: (path) => [body, untouched].some((one) => leadsSomewhere(one, path === '' ? [] : path.split('.'))),
  };
}

function spotsOf(root: Holder): readonly Spot[] {
  return [...nodesOf(root)].flatMap(([path, node]) =>
    Object.keys(node).map((key) => ({
      holder: node as Holder, // nodesOf gives the objects and lists of the body
      key,
      path: path === '' ? [key] : [...path.split('.'), key],
    })),
  );
}

function isThere(root: Holder, { holder, key, path }: Spot): boolean {
  return at(root, ...path.slice(0, -1)) === holder && Object.hasOwn(holder, key);
}

function isWithin(inner: readonly string[], outer: readonly string[]): boolean {
  return outer.every((key, index) => inner[index] === key);
}

/** Adds what a value holds to the counts, or takes it away: texts, and the digits that are only part of one. */
function count(counts: Map<string, number>, key: string, value: unknown, by: 1 | -1): void {
  const add = (text: string): void => void counts.set(text, (counts.get(text) ?? 0) + by);
  const addValue = (name: string, inner: unknown): void => {
    if (typeof inner === 'number') add(part + String(inner));
    if (typeof inner !== 'string') return;
    add(inner);
    if (recordKeys.has(name)) add(recordMark + inner);
    if (/entryId/i.test(name)) for (const digits of inner.match(/\d+/g) ?? []) add(part + digits);
  };
  addValue(key, value);
  for (const [, node] of nodesOf(value)) for (const [inner, one] of Object.entries(node)) addValue(inner, one);
}

function put(holder: Holder, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
}

function remove({ holder, key }: Spot, old: unknown, counts: Map<string, number>, where: string) {
  const index = Number(key);
  count(counts, key, old, -1);
  if (Array.isArray(holder)) holder.splice(index, 1);
  else Reflect.deleteProperty(holder, key);
  return {
    done: `deleted ${where}`,
    repair: () => {
      count(counts, key, old, 1);
      if (Array.isArray(holder)) holder.splice(index, 0, old);
      else put(holder, key, old);
    },
  };
}

function repeat(holder: unknown[], key: string, old: unknown, random: Random, counts: Map<string, number>, where: string) {
  const index = random.below(holder.length + 1);
  holder.splice(index, 0, structuredClone(old));
  count(counts, key, old, 1);
  return {
    done: `repeated ${where} at ${index}`,
    repair: () => {
      count(counts, key, old, -1);
      holder.splice(index, 1);
    },
  };
}

function retyped(random: Random, old: unknown): unknown {
  const values: readonly unknown[] = [
    null,
    true,
    false,
    0,
    -1,
    1.5,
    2 ** 60,
    Number.POSITIVE_INFINITY,
    '7',
    '',
    {},
    [],
    [old],
    { old },
    [[]],
    [null],
    { 0: old },
  ];
  return random.pick(values);
}

function leadsSomewhere(body: unknown, keys: readonly string[]): boolean {
  return at(body, ...keys.slice(0, -2)) !== undefined;
}

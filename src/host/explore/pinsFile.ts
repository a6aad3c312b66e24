import type { LabelledPin, PinLabel } from '../../app/explore/pin.ts';
import { isWorld } from '../../app/origin/world.ts';

/** How many pins a file may hold: more is no list of pins but something else. */
const maxPins = 1_000;

/** What is wrong with a file of pins: where, and what would be right. Plain English, without the file's own text. */
export class PinsFileError extends Error {
  override readonly name = 'PinsFileError';
}

type Checks = Readonly<Record<keyof PinLabel, (value: unknown) => string | undefined>>;

const flag = (value: unknown) => (typeof value === 'boolean' ? undefined : 'takes true or false');
const count = (value: unknown) => (Number.isSafeInteger(value) && Number(value) >= 0 ? undefined : 'takes a whole number');

/** What each member of a label takes; a member that is not named here is refused. */
const labelChecks: Checks = {
  name: (value) => (isText(value, /^[^]{1,300}$/) ? undefined : 'takes a text of 1 to 300 characters'),
  handle: (value) => (isText(value, /^\w{1,15}$/) ? undefined : 'takes 1 to 15 letters, digits or underscores'),
  avatarUrl: (value) => (isText(value, /^https?:\/\/[!-~]{1,2000}$/) ? undefined : 'takes an http or https address'),
  isVerified: flag,
  isProtected: flag,
  isPrivate: flag,
  followers: count,
  following: count,
  posts: count,
  members: count,
  world: (value) => (isWorld(value) ? undefined : 'takes platform, sandbox or the origin of a sandbox'),
};

/** Pins as the text of a file, in their order. */
export function toPinsFile(pins: readonly LabelledPin[]): string {
  const file = { version: 1, pins: pins.map(({ kind, id, label }) => ({ kind, id, label })) };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

/**
 * Reads the text of a file of pins.
 * @throws PinsFileError naming the first place that does not fit
 */
export function readPinsFile(text: string): readonly LabelledPin[] {
  const { version, pins } = objectAt('the file', parsed(text));
  if (version !== 1) {
    throw new PinsFileError('version: takes 1');
  }
  if (!Array.isArray(pins)) {
    throw new PinsFileError('pins: takes an array');
  }
  if (pins.length > maxPins) {
    throw new PinsFileError(`pins: takes at most ${maxPins}`);
  }
  return pins.map((pin: unknown, index) => readPin(`pins.${index}`, pin));
}

function readPin(place: string, value: unknown): LabelledPin {
  const { kind, id, label } = objectAt(place, value);
  if (kind !== 'user' && kind !== 'list' && kind !== 'community') {
    throw new PinsFileError(`${place}.kind: takes user, list or community`);
  }
  if (!isText(id, /^\d{1,30}$/)) {
    throw new PinsFileError(`${place}.id: takes digits only, in quotes, at most 30`);
  }
  const read = objectAt(`${place}.label`, label);
  for (const [name, check] of Object.entries(labelChecks)) {
    const fault = name in read || name === 'name' ? check(read[name]) : undefined;
    if (fault !== undefined) {
      throw new PinsFileError(`${place}.label.${name}: ${fault}`);
    }
  }
  if (!isLabel(read)) {
    throw new PinsFileError(`${place}.label: takes ${Object.keys(labelChecks).join(', ')} only`);
  }
  return { kind, id, label: read };
}

/** Once every member that is known was checked, only unknown ones can be wrong. */
function isLabel(value: Readonly<Record<string, unknown>>): value is Readonly<Record<string, unknown>> & PinLabel {
  return Object.keys(value).every((name) => Object.hasOwn(labelChecks, name));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new PinsFileError('it is not JSON');
  }
}

function objectAt(place: string, value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new PinsFileError(`${place}: takes an object`);
  }
  return Object.fromEntries(Object.entries(value));
}

function isText(value: unknown, pattern: RegExp): value is string {
  return typeof value === 'string' && pattern.test(value);
}

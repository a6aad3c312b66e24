import * as z from 'zod';
import { type PinInput, type PinKind, pinKinds } from './pin.ts';
import { isWorld, type World } from '../origin/world.ts';

/** How many pins a file may hold: more is no list of pins but something else. */
const maxPins = 1_000;

/** What is wrong with a file of pins: where, and what would be right. Plain English, without the file's own text. */
export class PinsFileError extends Error {
  override readonly name = 'PinsFileError';
}

const textLike = (pattern: RegExp, wanted: string) => z.string(wanted).regex(pattern, wanted);
const flag = z.boolean('takes true or false').exactOptional();
const count = z.int('takes a whole number').min(0, 'takes a whole number').exactOptional();

const label = {
  name: textLike(/^[^]{1,300}$/, 'takes a text of 1 to 300 characters'),
  handle: textLike(/^\w{1,15}$/, 'takes 1 to 15 letters, digits or underscores').exactOptional(),
  about: z.string('takes a text of at most 300 characters').max(300, 'takes a text of at most 300 characters').exactOptional(),
  avatarUrl: textLike(/^https?:\/\/[!-~]{1,2000}$/, 'takes an http or https address').exactOptional(),
  isVerified: flag,
  isProtected: flag,
  isPrivate: flag,
  followers: count,
  following: count,
  posts: count,
  members: count,
  query: textLike(/^[^]{1,300}$/, 'takes a text of 1 to 300 characters').exactOptional(),
  world: z.custom<World>(isWorld, 'takes platform, sandbox or the origin of a sandbox').exactOptional(),
};

const pinOf = <K extends PinKind>(kind: K, id: z.ZodType<string>) =>
  z.object({
    kind: z.literal(kind),
    id,
    label: z.strictObject(label, {
      error: ({ code }) => (code === 'unrecognized_keys' ? `takes ${Object.keys(label).join(', ')} only` : 'takes an object'),
    }),
  });

const number = textLike(/^\d{1,30}$/, 'takes digits only, in quotes, at most 30');
const roomCode = textLike(/^\w{1,30}$/, 'takes letters, digits and underscores, at most 30');
const query = textLike(/^[^]{1,300}$/, 'takes a text of 1 to 300 characters');

const pin = z.discriminatedUnion(
  'kind',
  [pinOf('user', number), pinOf('list', number), pinOf('community', number), pinOf('space', roomCode), pinOf('trend', query)],
  { error: ({ code }) => (code === 'invalid_union' ? `takes ${pinKinds.join(', ')}` : 'takes an object') },
);

const pinsFile = z.object(
  { version: z.literal(1, 'takes 1'), pins: z.array(pin, 'takes an array').max(maxPins, `takes at most ${maxPins}`) },
  'takes an object',
);

/** Pins as the text of a file, in their order. */
export function toPinsFile(pins: readonly PinInput[]): string {
  const file = { version: 1, pins: pins.map(({ kind, id, label }) => ({ kind, id, label })) };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

/**
 * Reads the text of a file of pins.
 * @throws PinsFileError naming the first place that does not fit
 */
export function readPinsFile(text: string): readonly PinInput[] {
  const { data, error } = pinsFile.safeParse(parseJsonOrThrow(text));
  if (data !== undefined) {
    return data.pins;
  }
  const { path = [], message = '' } = error.issues[0] ?? {};
  throw new PinsFileError(`${path.length === 0 ? 'the file' : path.join('.')}: ${message}`);
}

function parseJsonOrThrow(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new PinsFileError('it is not JSON');
  }
}

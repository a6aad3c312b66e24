import * as z from 'zod';
import { type PinInput, type PinKind, pinKinds } from './pin.ts';
import { isWorld, type World } from '../origin/world.ts';

/** How many pins a file may hold: more is no list of pins but something else. */
const maxPinsInFile = 1_000;

/** What is wrong with a file of pins: where, and what would be right. Plain English, without the file's own text. */
export class PinsFileError extends Error {
  override readonly name = 'PinsFileError';
}

const createPatternSchema = (pattern: RegExp, wanted: string) => z.string(wanted).regex(pattern, wanted);
const optionalBooleanSchema = z.boolean('takes true or false').exactOptional();
const optionalCountSchema = z.int('takes a whole number').min(0, 'takes a whole number').exactOptional();

const labelFieldSchemas = {
  name: createPatternSchema(/^[^]{1,300}$/, 'takes a text of 1 to 300 characters'),
  handle: createPatternSchema(/^\w{1,15}$/, 'takes 1 to 15 letters, digits or underscores').exactOptional(),
  about: z.string('takes a text of at most 300 characters').max(300, 'takes a text of at most 300 characters').exactOptional(),
  avatarUrl: createPatternSchema(/^https?:\/\/[!-~]{1,2000}$/, 'takes an http or https address').exactOptional(),
  isVerified: optionalBooleanSchema,
  isProtected: optionalBooleanSchema,
  isPrivate: optionalBooleanSchema,
  followers: optionalCountSchema,
  following: optionalCountSchema,
  posts: optionalCountSchema,
  members: optionalCountSchema,
  query: createPatternSchema(/^[^]{1,300}$/, 'takes a text of 1 to 300 characters').exactOptional(),
  world: z.custom<World>(isWorld, 'takes platform, sandbox or the origin of a sandbox').exactOptional(),
};

const createPinSchema = <K extends PinKind>(kind: K, id: z.ZodType<string>) =>
  z.object({
    kind: z.literal(kind),
    id,
    label: z.strictObject(labelFieldSchemas, {
      error: ({ code }) =>
        code === 'unrecognized_keys' ? `takes ${Object.keys(labelFieldSchemas).join(', ')} only` : 'takes an object',
    }),
  });

const numericIdSchema = createPatternSchema(/^\d{1,30}$/, 'takes digits only, in quotes, at most 30');
const spaceIdSchema = createPatternSchema(/^\w{1,30}$/, 'takes letters, digits and underscores, at most 30');
const trendQuerySchema = createPatternSchema(/^[^]{1,300}$/, 'takes a text of 1 to 300 characters');

const pinSchema = z.discriminatedUnion(
  'kind',
  [
    createPinSchema('user', numericIdSchema),
    createPinSchema('list', numericIdSchema),
    createPinSchema('community', numericIdSchema),
    createPinSchema('space', spaceIdSchema),
    createPinSchema('trend', trendQuerySchema),
  ],
  { error: ({ code }) => (code === 'invalid_union' ? `takes ${pinKinds.join(', ')}` : 'takes an object') },
);

const pinsFileSchema = z.object(
  {
    version: z.literal(1, 'takes 1'),
    pins: z.array(pinSchema, 'takes an array').max(maxPinsInFile, `takes at most ${maxPinsInFile}`),
  },
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
  const { data, error } = pinsFileSchema.safeParse(parseJsonOrThrow(text));
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

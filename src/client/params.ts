import * as z from 'zod';

/** Metadata for forms and documents. */
export interface ParamMeta {
  readonly title: string;
  /** One sentence of help. */
  readonly help?: string;
  readonly examples?: readonly unknown[];
  /** Used by the service if the parameter is absent. */
  readonly serviceDefault?: string | number | boolean;
  /** Its value is an id or a handle, which a different service may not know. */
  readonly isName?: true;
  /** What the reference doesn't state, in one sentence; documents mark it as a guess. */
  readonly guess?: string;
}

// Messages follow the parameter's title: "User Id" + "takes digits only, at most 30".

/** A numeric id: digits only, up to 30 (primary reference, Conventions). Always a string: ids are 64-bit. */
export const idParam = createIdOrHandleParamBuilder(/^[0-9]{1,30}$/, 'must be a string of at most 30 digits');

export const handleFormatGuess =
  "The reference doesn't state a handle's format; 1 to 15 letters, digits, and underscores are assumed (assumption 3.5).";

/** A handle with or without a leading `@` (assumptions 3.4, 3.5: 1 to 15 letters, digits, or underscores). */
export const handleParam = createIdOrHandleParamBuilder(
  /^@?[A-Za-z0-9_]{1,15}$/,
  'must be 1 to 15 letters, digits, or underscores, with or without @',
  handleFormatGuess,
);

/** For the gateway (gateway reference, GET /search/tweets). */
export const handleParamWithoutAt = createIdOrHandleParamBuilder(
  /^[A-Za-z0-9_]{1,15}$/,
  'must be 1 to 15 letters, digits, or underscores, without @',
  handleFormatGuess,
);

function createIdOrHandleParamBuilder(pattern: RegExp, says: string, guess?: string): (meta: ParamMeta) => z.ZodString {
  return (meta) =>
    z
      .string()
      .regex(pattern, says)
      .meta({ ...(guess === undefined ? {} : { guess }), ...meta, isName: true });
}

export function withGatewayIdGuess<T extends z.ZodType>(param: T): T {
  return param.meta({
    ...param.meta(),
    guess: "The reference doesn't state this ID's format; the primary service's is assumed (assumption 7.24).",
  });
}

/** Rejects blank strings, and lone surrogates, which have no URL encoding. */
export function textParam(meta: ParamMeta, maxLength?: number): z.ZodString {
  const text = z.string().regex(/\S/, "can't be blank");
  return (maxLength === undefined ? text : text.max(maxLength, `must have at most ${maxLength} characters`))
    .refine((text) => !/\p{Cs}/u.test(text), 'contains an incomplete character')
    .meta({ ...meta });
}

export function textParamWithGuessedLimit(meta: ParamMeta, maxLength = 512): z.ZodString {
  return textParam({ ...meta, guess: describeLengthGuess(maxLength) }, maxLength);
}

function describeLengthGuess(maxLength: number): string {
  return `The reference states no maximum length; ${maxLength} characters are assumed (assumption 1.20).`;
}

/** Rejects `.` and `..`, which would change the path, encoded or not. */
export function pathTextParam(meta: ParamMeta, maxLength: number): z.ZodString {
  return textParam(meta, maxLength)
    .refine((text) => text !== '.' && text !== '..', "can't be . or ..")
    .meta({ ...meta, guess: describeLengthGuess(maxLength) });
}

/** A hashtag without `#` (gateway reference, GET /search/hashtag/{hashtag}). */
export function hashtagParam(meta: ParamMeta): z.ZodString {
  return z
    .string()
    .regex(/^[\p{L}\p{M}\p{N}_]{1,100}$/u, 'must be at most 100 letters, digits, or underscores, without #')
    .meta({
      ...meta,
      guess:
        'The reference says only that a hashtag has no #; 1 to 100 letters, digits, and underscores are assumed (assumption 7.25).',
    });
}

/** A day, YYYY-MM-DD. */
export function dayParam(meta: ParamMeta): z.ZodString {
  return z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date in the format YYYY-MM-DD')
    .refine(isRealDay, "isn't a valid date")
    .meta({ ...meta });
}

/** A day or time in ISO 8601. */
export function timeParam(meta: ParamMeta): z.ZodString {
  return z
    .string()
    .regex(
      /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/,
      'must be a date or time like 2026-01-31 or 2026-01-31T10:30:00Z',
    )
    .refine((text) => isRealDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)), "isn't a valid date or time")
    .meta({ ...meta });
}

export function integerParam(meta: ParamMeta, min: number, max: number): z.ZodInt {
  return withNumberRange(z.int(), min, max).meta({ ...meta });
}

/** The references don't state a maximum; this is above any real value. */
export function countParamWithGuessedMax(meta: ParamMeta): z.ZodInt {
  const max = 2_147_483_647;
  return integerParam({ ...meta, guess: `The reference states no maximum; ${max} is assumed (assumption 1.21).` }, 0, max);
}

export function numberParam(meta: ParamMeta, min: number, max: number): z.ZodNumber {
  return withNumberRange(z.number(), min, max).meta({ ...meta });
}

function withNumberRange<T extends z.ZodNumber>(number: T, min: number, max: number): T {
  return number.min(min, `must be at least ${min}`).max(max, `must be at most ${max}`);
}

/** Services silently use their default for an unknown value, so reject it here. */
export function choiceParam<const T extends readonly [string, ...string[]]>(meta: ParamMeta, choices: T) {
  return z.enum(choices).meta({ ...meta });
}

export function flagParam(meta: ParamMeta): z.ZodBoolean {
  return z.boolean().meta({ ...meta });
}

export function commaSeparatedParam<T extends z.ZodType>(meta: ParamMeta, item: T, max: number): z.ZodArray<T> {
  return z
    .array(item)
    .min(1, 'must have at least one value')
    .max(max, `must have at most ${max} values`)
    .meta({ ...meta });
}

export function optionalParam<T extends z.ZodType>(param: T): z.ZodOptional<T> {
  const optional = param.optional();
  const meta = param.meta();
  return meta === undefined ? optional : optional.meta(meta);
}

/** The gateway's page size. */
export function limitParam(serviceDefault: number, max: number) {
  const meta = { title: 'Limit', help: `Items per page, at most ${max}.`, examples: [serviceDefault], serviceDefault };
  return optionalParam(integerParam(meta, 1, max));
}

/** A hint; the primary service decides, 20 if absent. The maximum of 100 is assumption 1.11. */
export const pageSizeHintParam = optionalParam(
  integerParam(
    {
      ...{
        title: 'Count',
        help: 'Items per page. The service may return more or fewer.',
        examples: [20],
        serviceDefault: 20,
      },
      guess: 'The reference states no maximum for count; 100 is assumed (assumption 1.11).',
    },
    1,
    100,
  ),
);

export const cursorParam = optionalParam(
  textParam({ title: 'Cursor', help: 'The cursor from the previous page. Omit for the first page.' }),
);

function isRealDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

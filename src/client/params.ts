import * as z from 'zod';

/** What a parameter says of itself in forms and documents; `title` is required on every parameter of the catalogue. */
export interface ParamMeta {
  readonly title: string;
  /** One sentence of help. */
  readonly help?: string;
  readonly examples?: readonly unknown[];
  /** What the service assumes when the parameter is absent. */
  readonly serviceDefault?: string | number | boolean;
}

/** A numeric id: digits only, up to 30 (primary reference, Conventions). Always a string: ids are 64-bit. */
export function idParam(meta: ParamMeta): z.ZodString {
  return z
    .string()
    .regex(/^[0-9]{1,30}$/, 'takes digits only, at most 30')
    .meta({ ...meta });
}

/** A handle with or without a leading `@` (decisions 3.4, 3.5: 1 to 15 letters, digits, underscores). */
export function handleParam(meta: ParamMeta): z.ZodString {
  return z
    .string()
    .regex(/^@?[A-Za-z0-9_]{1,15}$/, 'takes 1 to 15 letters, digits or underscores, with or without @')
    .meta({ ...meta });
}

/** A free text that may not be blank. */
export function textParam(meta: ParamMeta, maxLength: number): z.ZodString {
  return z
    .string()
    .regex(/\S/, 'may not be blank')
    .max(maxLength, `takes at most ${maxLength} characters`)
    .meta({ ...meta });
}

/** An integer within limits. */
export function integerParam(meta: ParamMeta, min: number, max: number): z.ZodInt {
  return z
    .int()
    .min(min, `is at least ${min}`)
    .max(max, `is at most ${max}`)
    .meta({ ...meta });
}

/** The page size hint of the primary service: the service decides, 20 when absent. */
export function countParam(): z.ZodOptional<z.ZodInt> {
  const meta = { title: 'Count', help: 'How many items per page; a hint, the service decides.', examples: [20], serviceDefault: 20 };
  return integerParam(meta, 1, 100).optional().meta(meta);
}

/** The page size of the gateway, with the maximum of its reference. */
export function limitParam(serviceDefault: number, max: number): z.ZodOptional<z.ZodInt> {
  const meta = { title: 'Limit', help: `How many items per page, at most ${max}.`, examples: [serviceDefault], serviceDefault };
  return integerParam(meta, 1, max).optional().meta(meta);
}

/** The cursor of an earlier page; absent for the first. */
export function cursorParam(): z.ZodOptional<z.ZodString> {
  const meta = { title: 'Cursor', help: 'The cursor that an earlier page gave; leave it out for the first page.' };
  return textParam(meta, 4096).optional().meta(meta);
}

import * as z from 'zod/mini';

export const failureSchema = z.strictObject({
  message: z.string(),
  severity: z.enum(['information', 'warning', 'error']),
  actions: z.array(z.strictObject({ action: z.string(), title: z.string() })),
});

/** What every page that shows posts may ask of the host. None of it calls before its price was said. */
export const pageRequests = {
  openLink: { params: z.strictObject({ url: z.string().check(z.maxLength(4_000)) }) },
  lookUpUser: { params: z.strictObject({ handle: z.string().check(z.regex(/^\w{1,50}$/)) }) },
  lookUpSpace: { params: z.strictObject({ id: z.string().check(z.regex(/^\w{1,30}$/)) }) },
  searchTag: { params: z.strictObject({ tag: z.string().check(z.minLength(1), z.maxLength(400)) }) },
  /** A picture of the sandbox as a data address; null for any other. */
  picture: { params: z.strictObject({ url: z.string().check(z.maxLength(4_000)) }), result: z.nullable(z.string()) },
} as const;

export const stopEvents = {
  /** Nothing further is sent; the page on its way comes and is shown. */
  stop: z.null(),
};

import * as z from 'zod/mini';

export interface PageFailure {
  readonly message: string;
  readonly severity: 'information' | 'warning' | 'error';
  readonly actions: readonly { readonly action: string; readonly title: string }[];
}

/** Requests from every page that shows posts. A paid request is never sent before its price was shown. */
export const pageRequests = {
  openLink: z.strictObject({ url: z.string().check(z.maxLength(4_000)) }),
  lookUpUser: z.strictObject({ handle: z.string().check(z.regex(/^\w{1,50}$/)) }),
  lookUpSpace: z.strictObject({ id: z.string().check(z.regex(/^\w{1,30}$/)) }),
  openPost: z.strictObject({ id: z.string().check(z.regex(/^\d{1,30}$/)), handle: z.string().check(z.maxLength(400)) }),
  searchTag: z.strictObject({ tag: z.string().check(z.minLength(1), z.maxLength(400)) }),
  picture: z.strictObject({ url: z.string().check(z.maxLength(4_000)) }),
};

export interface PageResults {
  /** A sandbox image as a data URL; null for any other image. */
  readonly picture: string | null;
}

export const stopEvents = {
  /** Stops sending requests. A page in flight is still shown. */
  stop: z.null(),
};

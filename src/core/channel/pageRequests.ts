import * as z from 'zod/mini';

export interface PageFailure {
  readonly message: string;
  readonly severity: 'information' | 'warning' | 'error';
  readonly actions: readonly { readonly action: string; readonly title: string }[];
}

/** What every page that shows posts may ask of the host. None of it calls before its price was said. */
export const pageRequests = {
  openLink: z.strictObject({ url: z.string().check(z.maxLength(4_000)) }),
  lookUpUser: z.strictObject({ handle: z.string().check(z.regex(/^\w{1,50}$/)) }),
  lookUpSpace: z.strictObject({ id: z.string().check(z.regex(/^\w{1,30}$/)) }),
  searchTag: z.strictObject({ tag: z.string().check(z.minLength(1), z.maxLength(400)) }),
  picture: z.strictObject({ url: z.string().check(z.maxLength(4_000)) }),
};

export interface PageResults {
  /** A picture of the sandbox as a data address; null for any other. */
  readonly picture: string | null;
}

export const stopEvents = {
  /** Nothing further is sent; the page on its way comes and is shown. */
  stop: z.null(),
};

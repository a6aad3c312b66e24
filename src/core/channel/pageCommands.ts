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

// What VS Code's menus do on pages. Not in the contracts, so that commands are registered without loading any schema.

export const postActions = [
  'openInBrowser',
  'copyLink',
  'copyId',
  'copyText',
  'copyJson',
  'openThread',
  'lookUpAuthor',
  'pinAuthor',
  'likes',
  'reposts',
  'quotes',
  'analytics',
  'article',
  'saveAsFixture',
  'savePseudonymized',
] as const;

export type PostAction = (typeof postActions)[number];

/** What can be done with records of results: the one that a menu was opened on, or those that are selected. */
export const resultsCommands = [
  'copyCell',
  'copyAsJson',
  'copyAsMarkdown',
  'copyAsCsv',
  'openInBrowser',
  'openThread',
  'lookUpUser',
  'searchTrend',
  'pin',
  'saveAsFixture',
  'savePseudonymized',
  'save',
  'filter',
] as const;

export type ResultsCommand = (typeof resultsCommands)[number];

export const threadActions = [
  'complete',
  'openAsJson',
  'openAsTable',
  'copyMarkdown',
  'saveMarkdown',
  'saveAsFixture',
  'savePseudonymized',
] as const;

export type ThreadAction = (typeof threadActions)[number];

export const threadPageCommands = ['find', 'collapseAll', 'expandAll', 'onlyAuthor'] as const;

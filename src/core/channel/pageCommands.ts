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

// Commands in VS Code's menus on pages. Separate from the contracts, so registering commands doesn't load schemas.

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

/** They apply to the record whose menu was opened, otherwise to the selected records. */
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

export const threadViewCommands = ['find', 'collapseAll', 'expandAll', 'onlyAuthor'] as const;

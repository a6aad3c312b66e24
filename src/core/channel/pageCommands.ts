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
  'saveForTests',
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
  'saveForTests',
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
  'saveForTests',
] as const;

export type ThreadAction = (typeof threadActions)[number];

export const threadPageCommands = ['find', 'collapseAll', 'expandAll', 'onlyAuthor'] as const;

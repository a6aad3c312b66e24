// Commands in VS Code's menus on pages. Separate from the contracts, so registering commands doesn't load schemas.

/** The commands `socialData.records`, which act on the record whose menu was opened, otherwise on the selection or the whole page. */
export const recordActions = [
  ...['open', 'openAsPage', 'openAsTable', 'openAsThread', 'openAsJson', 'viewAuthor', 'searchTrend', 'openInBrowser'],
  ...['viewLikes', 'viewReposts', 'viewQuotes', 'viewAnalytics', 'viewArticle'],
  ...['refresh', 'compareWith', 'pin', 'unpin', 'saveAsFixture', 'savePseudonymized', 'export', 'collect'],
  ...['copyLink', 'copyText', 'copyHandle', 'copyId'],
  ...['copyAsJson', 'copyAsCurl', 'copyAsFetch', 'copyAsPython', 'copyAsHttpx', 'copyAsMarkdown', 'copyAsCsv', 'copyCell'],
  'pinAuthor',
] as const;

export type RecordAction = (typeof recordActions)[number];

export const threadViewCommands = ['find', 'collapseAll', 'expandAll'] as const;

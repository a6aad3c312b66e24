/** What can be done with a post. Not in the contract, so that commands are registered without loading any schema. */
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
  'saveAsFixture',
] as const;
export type PostAction = (typeof postActions)[number];

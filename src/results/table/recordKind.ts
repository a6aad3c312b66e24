/** What a page of records holds. `other`: objects whose fields the references do not show. */
export const recordKinds = [
  'tweet',
  'user',
  'list',
  'community',
  'job',
  'trend',
  'space',
  'place',
  'hashtagPoint',
  'handleState',
  'other',
] as const;

export type RecordKind = (typeof recordKinds)[number];

/** What a record is. `other`: facts and objects whose fields the references do not show. */
export const recordKinds = [
  'post',
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

import { at } from './json.ts';
import { type PlainItem, walkPage } from './plainWalk.ts';

/** A place of a page as a plain walk finds it. */
export interface PlainPlace {
  readonly kind: unknown;
  readonly tweetId: unknown;
  readonly parentId: unknown;
  readonly moduleId: unknown;
  readonly cursor: unknown;
  readonly cursorType: unknown;
}

const nowhere: PlainPlace = {
  kind: undefined,
  tweetId: undefined,
  parentId: undefined,
  moduleId: undefined,
  cursor: undefined,
  cursorType: undefined,
};

/** The places of the posts of a page and of the cursors inside of its branches or below them, in its order. */
export function placesOf(body: unknown): readonly PlainPlace[] {
  return walkPage(body).order.flatMap((one): readonly PlainPlace[] => {
    if ('value' in one) {
      return one.type.startsWith('ShowMore')
        ? [{ ...nowhere, kind: 'more', cursor: one.value, cursorType: one.type, moduleId: one.moduleId }]
        : [];
    }
    return one.kind === 'tweet' && one.separate === undefined ? [placeOf(one)] : [];
  });
}

function placeOf({ result, entryId, moduleId }: PlainItem): PlainPlace {
  const legacy = at(result, 'legacy');
  return legacy === undefined
    ? { ...nowhere, kind: 'absent', tweetId: /tweet-(\d+)$/.exec(entryId)?.[1], moduleId }
    : {
        ...nowhere,
        kind: 'tweet',
        tweetId: at(result, 'rest_id'),
        parentId: at(legacy, 'in_reply_to_status_id_str'),
        moduleId,
      };
}

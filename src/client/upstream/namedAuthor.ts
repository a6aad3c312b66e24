import { filledIn, idIn, listIn, objectIn, textIn } from './node.ts';
import type { RawLegacy } from './rawTweet.ts';
import type { RawCore } from './rawUser.ts';

interface RawNames {
  readonly user_mentions?: unknown;
  readonly id_str?: unknown;
  readonly screen_name?: unknown;
  readonly name?: unknown;
  readonly expanded?: unknown;
}

/** No permalink is longer. */
const longestPermalink = 100;

/**
 * Who wrote a post that came without its author, in the words of what stands around it: an answer to oneself names the author,
 * a repost mentions the author of its original, and a quote has the permalink of what it quotes.
 * @param outer the post that repeats or quotes this one
 * @returns undefined where nothing names the author
 */
export function namedAuthor(legacy: RawLegacy, id: string, outer: RawLegacy | undefined): RawCore | undefined {
  const userId = idIn(legacy.user_id_str);
  if (userId === undefined) {
    return undefined;
  }
  const handle = filledIn(legacy.in_reply_to_screen_name);
  if (handle !== undefined && legacy.in_reply_to_user_id_str === userId) {
    return { screen_name: handle };
  }
  return outer === undefined ? undefined : (mentioned(outer, userId) ?? linked(outer, id));
}

function mentioned(outer: RawLegacy, userId: string): RawCore | undefined {
  const { user_mentions }: RawNames = objectIn(outer.entities);
  for (const mention of listIn(user_mentions)) {
    const { id_str, screen_name, name }: RawNames = objectIn(mention);
    if (id_str === userId && filledIn(screen_name) !== undefined) {
      return { screen_name, name: textIn(name) };
    }
  }
  return undefined;
}

function linked(outer: RawLegacy, id: string): RawCore | undefined {
  const { expanded }: RawNames = objectIn(outer.quoted_status_permalink);
  if (typeof expanded !== 'string' || expanded.length > longestPermalink) {
    return undefined;
  }
  const handle = /^https?:\/\/(?:twitter|x)\.com\/(\w+)\/status\/(\d+)$/.exec(expanded);
  return handle === null || handle[2] !== id ? undefined : { screen_name: handle[1] };
}

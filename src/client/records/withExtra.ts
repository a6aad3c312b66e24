import type { TextLink, TweetExtra, UserExtra } from '../upstream/extra.ts';
import type { PostRecord, UserRecord } from './recordShapes.ts';

/**
 * A post with what only upstream JSON tells of it, as far as the shape has a place for it: what a link stands for in the text,
 * the place, the community. Upstream records say 0 for a count that nobody reported; here it is unknown again.
 */
export function withPostExtra(post: PostRecord, extra: TweetExtra | UserExtra | undefined): PostRecord {
  if (extra === undefined || !('hasViewCount' in extra)) {
    return post;
  }
  const { links, place, community, quoted, retweetOf, hasViewCount } = extra;
  return {
    ...post,
    views: hasViewCount ? post.views : undefined,
    links: links === undefined ? post.links : withTokens(post.links, links),
    place: post.place ?? place?.fullName,
    community: post.community ?? community,
    quoted: post.quoted === undefined ? undefined : withPostExtra(post.quoted, quoted),
    repostOf: post.repostOf === undefined ? undefined : withPostExtra(post.repostOf, retweetOf),
  };
}

export function withUserExtra(user: UserRecord, extra: TweetExtra | UserExtra | undefined): UserRecord {
  if (extra === undefined || !('hasListedCount' in extra)) {
    return user;
  }
  return { ...user, listed: extra.hasListedCount ? user.listed : undefined, role: user.role ?? extra.communityRole };
}

/** Both are in the order of the text, and one address may stand there twice: each token is taken once. */
function withTokens(links: PostRecord['links'], known: readonly TextLink[]): PostRecord['links'] {
  const left = [...known];
  return links?.map((link) => {
    const at = left.findIndex(({ url }) => url === link.url);
    const [found] = at < 0 ? [] : left.splice(at, 1);
    return found === undefined ? link : { url: link.url, token: found.token, display: found.display };
  });
}

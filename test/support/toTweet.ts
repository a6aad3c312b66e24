import { createUpstreamPageBuilder } from '../../src/client/upstream/readContext.ts';
import { readTweet } from '../../src/client/upstream/readTweet.ts';

/** Reads a post, as in `tweet_results.result`. Undefined for a tombstone or any other value. */
export function toTweet(value: unknown) {
  const read = readTweet(createUpstreamPageBuilder(), undefined, value);
  return read?.kind === 'tweet' ? read : undefined;
}

import { landmarks } from '../landmarks.ts';
import { madeSequence } from '../lazy.ts';
import { createRandom, hashText } from '../random.ts';
import { serialOf, snowflakeAt, snowflakeTime } from '../snowflake.ts';
import type { Post, PostsOf, Sequence } from '../world.ts';
import { assemble, writePost, writeReply, type Written } from '../writing.ts';
import type { DeepPeople } from './deepPeople.ts';
import { countBy, replyStream, starNumbers, type Stream, streamBy, streams } from './deepPlan.ts';

/** The posts of the deep part, made from their places in the streams. */
export function createDeepPosts(seed: number, nowMs: number, people: DeepPeople) {
  const toPost = (id: string, author: number, createdAtMs: number, written: Written, replyToId: string | undefined): Post => ({
    ...written,
    id,
    authorId: people.idOf(author),
    createdAtMs,
    conversationId: replyToId ?? id,
    replyToId,
    quotedId: undefined,
    retweetOfId: undefined,
    communityId: undefined,
    spaceId: undefined,
    media: [],
    source: 'Web App',
    article: undefined,
    geo: undefined,
    sensitive: false,
    // nobody likes them, so that nobody need be named, and any ranking of replies leaves them as they are
    likes: 0,
    bookmarks: 0,
    views: 1 + (hashText(`views ${id}`) % 900),
  });
  const momentOf = ({ newestMs = nowMs, stepMs, firstSerial }: Stream, index: number): number =>
    newestMs - index * stepMs - (hashText(`moment ${firstSerial + index}`) % stepMs);
  const idAt = (stream: Stream, index: number): string => snowflakeAt(momentOf(stream, index), stream.firstSerial + index);
  const write = (stream: Stream, index: number, author: number): Written => {
    const random = createRandom(seed, `deep post ${stream.firstSerial + index}`);
    const language = people.languageOf(author);
    if (stream.replyToId !== undefined) {
      return writeReply(random, language, landmarks.crowdedHandle);
    }
    const written = writePost(random, language, [landmarks.crowdedHandle]);
    // the number says how deep a page is: the oldest post is number 1
    return { ...written, text: `${stream.length - index} · ${written.text}` };
  };
  const at = (stream: Stream, index: number): Post => {
    const author = stream.firstAuthor + (index % stream.authorCount);
    return toPost(idAt(stream, index), author, momentOf(stream, index), write(stream, index, author), stream.replyToId);
  };
  const root = (): Post => {
    const written = assemble('Everybody, one word each. We read them all.', people.languageOf(starNumbers.crowded).code, {});
    return toPost(landmarks.hugeThreadId, starNumbers.crowded, snowflakeTime(landmarks.hugeThreadId), written, undefined);
  };
  const streamOf = (author: number, what: PostsOf): Stream | undefined => {
    const stream = streamBy(author);
    return what === 'postsAndReplies' || (what === 'posts' && stream !== replyStream) ? stream : undefined;
  };
  return {
    find: (id: string): Post | undefined => {
      if (id === landmarks.hugeThreadId) {
        return root();
      }
      const serial = serialOf(id) ?? -1;
      const stream = streams.find(({ firstSerial, length }) => serial >= firstSerial && serial < firstSerial + length);
      const index = serial - (stream?.firstSerial ?? 0);
      return stream !== undefined && idAt(stream, index) === id ? at(stream, index) : undefined;
    },
    all: (stream: Stream): Sequence<Post> => ({ ...madeSequence(stream.length, (index) => at(stream, index)), isRanked: true }),
    /** The tab of an account, by its number. */
    by: (author: number, what: PostsOf): Sequence<Post> => {
      if (author === starNumbers.crowded) {
        return what === 'posts' || what === 'postsAndReplies' ? [root()] : [];
      }
      const stream = streamOf(author, what);
      return stream === undefined
        ? []
        : madeSequence(countBy(stream, author), (place) => at(stream, author - stream.firstAuthor + place * stream.authorCount));
    },
  };
}

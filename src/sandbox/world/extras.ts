import { hashText } from './random.ts';
import { createSnowflakeId } from './snowflake.ts';
import type { Account, WorldPost } from './world.ts';
import words from './texts/words.json' with { type: 'json' };

/** One in five accounts has changed its handle. */
export function deriveHandleChangeCountAndTime({ id, createdAtMs }: Account) {
  const hash = hashText(`renames ${id}`);
  const count = hash % 5 === 0 ? 1 + (hash % 3) : 0;
  return { count, lastAtMs: count === 0 ? undefined : createdAtMs + (hash % 20_000_000) * 1000 };
}

export type WorldPoll = ReturnType<typeof derivePoll>;
export type WorldCommunityNote = ReturnType<typeof deriveCommunityNote>;
export type UpstreamPostExtras = ReturnType<typeof deriveUpstreamExtras>;

const { notes, polls } = words.posts;
const minuteMs = 60_000;

/** Facts of a post that only raw responses contain. */
export function deriveUpstreamExtras(post: WorldPost) {
  const draw = (label: string, oneIn: number): boolean => hashText(`${label} ${post.id}`) % oneIn === 0;
  const isOriginal = post.retweetOfId === undefined;
  const isBare = isOriginal && post.quotedId === undefined && post.media.length === 0 && post.urls.length === 0;
  return {
    poll: isBare && post.replyToId === undefined && draw('poll', 23) ? derivePoll(post) : undefined,
    note: isOriginal && draw('note', 61) ? deriveCommunityNote(post) : undefined,
    firstVersionId:
      isOriginal && draw('edited', 43) ? createSnowflakeId(post.createdAtMs - 7 * minuteMs, hashText(post.id)) : undefined,
    deletedQuoteId: isBare && draw('deleted quote', 67) ? createRelativeId(post, -90, 'quote') : undefined,
    hasLimitedReplies: isOriginal && draw('limited', 71),
    /** A deleted reply, for which threads show a tombstone. */
    deletedReplyId: isOriginal && draw('deleted reply', 37) ? createRelativeId(post, 2, 'reply') : undefined,
  };
}

function createRelativeId(post: WorldPost, minutes: number, label: string): string {
  return createSnowflakeId(post.createdAtMs + minutes * minuteMs, hashText(`${label} ${post.id}`));
}

function derivePoll(post: WorldPost) {
  const labels = polls[hashText(`question ${post.id}`) % polls.length] ?? [];
  const durationMinutes = 1440 * (1 + (hashText(`length ${post.id}`) % 7));
  return {
    choices: labels.map((label, index) => ({ label, votes: hashText(`votes ${index} ${post.id}`) % (post.likes * 3 + 7) })),
    endsAtMs: post.createdAtMs + durationMinutes * minuteMs,
    durationMinutes,
  };
}

function deriveCommunityNote(post: WorldPost) {
  const text = notes[hashText(`note text ${post.id}`) % notes.length] ?? '';
  return { id: createRelativeId(post, 180, 'note'), text, sourceUrl: 'https://archive.example/source' };
}

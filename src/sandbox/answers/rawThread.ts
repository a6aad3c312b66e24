import { type ReplyThread, restTimeline, threadTimeline } from '../upstream/threadTimeline.ts';
import type { Instructions } from '../upstream/timeline.ts';
import type { ArticleDepth } from '../upstream/upstreamArticle.ts';
import type { Post, Sequence } from '../world/world.ts';
import type { AnswerPage, Question } from './answer.ts';
import { ancestorsOf, cutThread, restOfThread, threadsPerPage } from './thread.ts';

/** A page of a conversation as upstream sends it (primary reference, GET /tweet/{tweetId}; decision 4.6). */
export function rawThread(
  question: Question,
  post: Post,
  openers: Sequence<Post>,
  page: AnswerPage,
  article: ArticleDepth,
): Instructions {
  const above = page.isFirst ? [...ancestorsOf(question.world, post), post] : [];
  const isNextLast = !page.isEnd && page.end + threadsPerPage(post.id) >= openers.length;
  return threadTimeline(question, above, replyThreads(question, openers, page), page, article, isNextLast);
}

/** The threads of replies of a page, each with the cursor to what it leaves out. */
export function replyThreads({ world }: Question, openers: Sequence<Post>, page: AnswerPage): readonly ReplyThread[] {
  return openers.slice(page.start, page.end).map((opener, offset) => {
    const { posts, isCut } = cutThread(world, opener);
    return { posts, more: isCut ? page.restOf(page.start + offset) : undefined };
  });
}

/** What a thread of replies leaves out, to be added to its module. */
export function rawRest(question: Question, opener: Post | undefined, article: ArticleDepth): Instructions {
  return opener === undefined ? [] : restTimeline(question, opener.id, restOfThread(question.world, opener), article);
}

/** The name of a conversation in a body. */
export function inThread(instructions: Instructions): Readonly<Record<string, unknown>> {
  return { data: { threaded_conversation_with_injections_v2: { instructions } } };
}

import { ghostLine, type Line, userLine } from '../upstream/entries.ts';
import type { PageEdges } from '../upstream/timeline.ts';
import { landmarks } from '../world/landmarks.ts';
import { hashText } from '../world/random.ts';
import type { Account, Post } from '../world/world.ts';
import type { Question } from './answer.ts';

/**
 * The accounts that reacted, a line each. Behind the first ones of some posts stand two that upstream no longer shows:
 * a suspended account, and one of which nothing is left. The simple format leaves both out.
 */
export function reactorLines(question: Question, post: Post, accounts: readonly Account[], page: PageEdges): readonly Line[] {
  const lines = accounts.map((account) => userLine(question, account));
  const gone = question.world.accountByHandle(landmarks.suspendedHandle);
  const hasGhosts = page.start === 0 && accounts.length > 0 && hashText(`ghosts ${post.id}`) % 3 === 0;
  if (!hasGhosts) {
    return lines;
  }
  const ghosts = [...(gone?.state === 'suspended' ? [userLine(question, gone)] : []), ghostLine(post.id, {})];
  return [...lines.slice(0, 2), ...ghosts, ...lines.slice(2)];
}

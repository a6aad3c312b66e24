import type { PlannedCall } from '../client/policies/budget.ts';
import type { Database } from './database.ts';
import { ownerIn } from './intents.ts';
import type { Owner } from './owner.ts';
import { numberIn } from './row.ts';

/**
 * Whether a call has to give way, because one of the same question is under way or its answer was kept a moment ago.
 * What counts is the answer within the transaction that would write the call down, so that of two windows one is first.
 * A call of this very window counts too: another client's, or one that had to be made anew (which joins no other).
 * @param question the name of the question (see questionOf)
 */
export function isAskedElsewhere(
  database: Database,
  { sharing }: PlannedCall,
  question: Uint8Array,
  now: number,
  isGone: (owner: Owner, since: number) => boolean,
): boolean {
  if (sharing === undefined) {
    return false;
  }
  const isUnderWay = database
    .all('SELECT owner, pid, host, at FROM intents WHERE question = ?', question)
    .some((row) => now - numberIn(row, 'at') <= sharing.longestMs && !isGone(ownerIn(row), numberIn(row, 'at')));
  return isUnderWay || sharing.isAnswered();
}

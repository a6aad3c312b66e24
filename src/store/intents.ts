import type { PlannedCall } from '../client/policies/budget.ts';
import { emptyReceipt } from '../client/receipt.ts';
import type { Database } from './database.ts';
import { askers, connectionKinds, formats, services } from './exchangeRows.ts';
import { addLine, type Intent, intentLine, purses } from './ledgerLines.ts';
import type { Owner } from './owner.ts';
import { addBooked } from './reconcile.ts';
import { isTrueIn, maybeTextIn, moneyIn, numberIn, oneIn, type Row, textIn } from './row.ts';

function ownerIn(row: Row): Owner {
  return { name: textIn(row, 'owner'), pid: numberIn(row, 'pid'), host: textIn(row, 'host') };
}

export function toIntent(row: Row): Intent & { readonly overlaps: boolean } {
  return {
    call: textIn(row, 'call'),
    owner: ownerIn(row),
    at: numberIn(row, 'at'),
    day: textIn(row, 'day'),
    purse: oneIn(row, 'purse', purses),
    connection: oneIn(row, 'connection', connectionKinds),
    place: textIn(row, 'place'),
    account: maybeTextIn(row, 'account'),
    service: oneIn(row, 'service', services),
    endpointId: textIn(row, 'endpoint_id'),
    format: oneIn(row, 'format', formats),
    asker: oneIn(row, 'asker', askers),
    reserved: moneyIn(row, 'reserved'),
    overlaps: isTrueIn(row, 'overlaps'),
  };
}

/** Writes an intent. Calls of one address that are under way together are marked: their balances cannot be told apart. */
export function addIntent(database: Database, intent: Intent, question: Uint8Array): void {
  const others = database.run('UPDATE intents SET overlaps = 1 WHERE place = ?', intent.place);
  database.run(
    `INSERT INTO intents (
      call, owner, pid, host, at, day, purse, connection, place, account, service, endpoint_id, format, asker, reserved,
      overlaps, question
    ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    intent.call,
    intent.owner.name,
    intent.owner.pid,
    intent.owner.host,
    intent.at,
    intent.day,
    intent.purse,
    intent.connection,
    intent.place,
    intent.account ?? null,
    intent.service,
    intent.endpointId,
    intent.format,
    intent.asker,
    intent.reserved,
    others > 0 ? 1 : 0,
    question,
  );
}

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

/**
 * Gives calls up for lost: nobody will settle them, and each may have been billed.
 * @param isLost whether that is so
 */
export function recoverLost(database: Database, isLost: (intent: Intent) => boolean): void {
  const lost = database.all('SELECT * FROM intents').map(toIntent).filter(isLost);
  if (lost.length === 0) {
    return;
  }
  database.transact(() => {
    for (const intent of lost) {
      // its own window, or another one, may have been faster
      if (database.run('DELETE FROM intents WHERE call = ?', intent.call) > 0) {
        addLine(database, {
          ...intentLine(intent),
          kind: 'call',
          amount: intent.reserved,
          isReported: false,
          spent: 'maybe',
          receipt: emptyReceipt,
          attempts: 1,
          error: 'lost',
        });
        addBooked(database, intent.account, intent.reserved);
      }
    }
  });
}

import { emptyReceipt } from '../client/receipt.ts';
import type { Database } from './database.ts';
import { askers, connectionKinds, formats, services } from './exchangeRow.ts';
import { addLine, intentLine, purses } from './ledgerLines.ts';
import type { Owner } from './owner.ts';
import { addBooked } from './reconcile.ts';
import { isTrueIn, maybeTextIn, moneyIn, numberIn, oneIn, type Row, textIn } from './row.ts';
import type { LedgerLine } from './store.ts';
import type { Money } from '../client/money.ts';

/** A call that is under way, or was when its window ended. */
export interface Intent extends Pick<
  LedgerLine,
  'at' | 'day' | 'purse' | 'connection' | 'service' | 'endpointId' | 'format' | 'asker'
> {
  /** Names the call, in all windows. */
  readonly call: string;
  readonly owner: Owner;
  /** The name under which the prices of the address are known (see priceName). */
  readonly place: string;
  readonly account: string | undefined;
  readonly reserved: Money;
}

export function ownerIn(row: Row): Owner {
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

// A window in its own process: sends requests through a store until it ends or is killed.
// `node caller.ts FOLDER NAME CALLS CAP PARALLEL` prints "sent NAME" when the service got a request and "done NAME HASH" when the
// client returned its response. CAP is in micro-dollars; 0 means no cap.
import { createHash } from 'node:crypto';
import { writeSync } from 'node:fs';
import { systemClock } from '../../../../src/client/clock.ts';
import { createClient } from '../../../../src/client/createClient.ts';
import { reuseAnyAge } from '../../../../src/client/policies/history.ts';
import { SocialDataError } from '../../../../src/client/errors.ts';
import { openStore } from '../../../../src/store/openStore.ts';
import { fakeTransport } from '../../../support/fakeTransport.ts';
import { testConnection, testLookup } from '../../../support/testEndpoints.ts';
import { responseTo, callerPrice } from './responseTo.ts';

const [folder = '', name = '', calls = '0', cap = '0', parallel = '1'] = process.argv.slice(2);
const say = (text: string) => writeSync(1, `${text}\n`);

const store = await openStore({
  folder,
  clock: systemClock,
  dayCap: () => (cap === '0' ? undefined : BigInt(cap)),
  maxBytes: () => 500_000_000,
  dayOf: () => '2026-08-01',
  notify: (notice) => say(`notice ${JSON.stringify(notice)}`),
});
const transport = fakeTransport((request) => {
  const asked = request.url.split('/').at(-1) ?? '';
  say(`sent ${asked}`);
  return { headers: { 'x-price-per-call': '0.0002' }, body: responseTo(asked) };
});
const client = createClient({
  reuse: reuseAnyAge,
  connections: { primary: testConnection() },
  transport,
  history: store.history,
  ledger: store.ledger,
  prices: { ...store.prices, guessFor: () => callerPrice },
});

let next = 0;
const lane = async () => {
  while (next < Number(calls)) {
    const asked = `${name}-${next}`;
    next += 1;
    try {
      const { body } = await client.call(testLookup, { name: asked });
      say(`done ${asked} ${createHash('sha256').update(body).digest('hex')}`);
    } catch (error) {
      say(`refused ${error instanceof SocialDataError ? error.kind : String(error)}`);
    }
  }
};
say(`ready ${store.problem() === undefined}`);
await Promise.all(Array.from({ length: Number(parallel) }, lane));
store.close();

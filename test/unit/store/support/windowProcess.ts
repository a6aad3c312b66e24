// A window of its own process that asks the questions that it is given, as soon as it gets them.
// `node windowProcess.ts FOLDER NAME ORIGIN`; reads lines of questions, asks those of a line all at once, and writes "done QUESTION HOW" for
// each answer (HOW: paid, joined or kept), "failed QUESTION KIND" for each error and "over" after each line. Its key is its name.
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { createClient } from '../../../../src/client/createClient.ts';
import { SocialDataError } from '../../../../src/client/errors.ts';
import { fetchTransport } from '../../../../src/client/transports/fetch.ts';
import { testConnection, testLookup } from '../../../support/testEndpoints.ts';
import { openProcessStore } from './processStore.ts';

const [folder = '', name = '', origin = ''] = process.argv.slice(2);
const say = (text: string) => writeSync(1, `${text}\n`);

const store = await openProcessStore(folder, (notice) => say(`notice ${JSON.stringify(notice)}`));
const client = createClient({
  connections: {
    primary: testConnection({
      baseUrl: origin,
      credentials: () => Promise.resolve({ origin, headers: { 'x-api-key': name } }),
    }),
  },
  transport: fetchTransport(),
  history: store.history,
  ledger: store.ledger,
  prices: store.prices,
});

const ask = async (question: string): Promise<void> => {
  const askedAt = Date.now();
  try {
    const { from, sentAt, durationMs } = await client.call(testLookup, { name: question });
    say(`done ${question} ${from === 'network' ? 'paid' : sentAt + durationMs > askedAt ? 'joined' : 'kept'}`);
  } catch (error) {
    say(`failed ${question} ${error instanceof SocialDataError ? error.kind : String(error)}`);
  }
};

say(`ready ${store.place}`);
for await (const line of createInterface({ input: process.stdin })) {
  await Promise.all(line.split(' ').map(ask));
  say('over');
}
store.close();

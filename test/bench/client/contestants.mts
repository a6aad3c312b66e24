import { userTweets } from '../../../src/client/endpoints/primary/users.ts';
import { createClient } from '../../../src/client/createClient.ts';
import { createBudget } from '../../../src/client/policies/budget.ts';
import { undiciTransport } from '../../../src/client/transports/undici.ts';
import { Agent, request } from 'undici'; // after our transport, which prevents undici from replacing the host's fetch

/** A way to make the request; returns the parsed body. */
export interface Contestant {
  readonly name: string;
  readonly call: () => Promise<unknown>;
}

/** As long as a real key, because searching a response for a shorter one takes longer. */
const key = 'sk-bench-0123456789abcdef01234567';

/** The client, bare undici, and the host's fetch. */
export function contestants(origin: string): readonly Contestant[] {
  const url = `${origin}/user/1500000000000000001/tweets?count=20&format=simple`;
  const headers = { 'x-api-key': key };
  const client = createClient({
    key,
    baseUrl: origin,
    transport: undiciTransport(),
    budget: createBudget({ cap: 1_000_000_000_000n }),
    reuse: 'never',
  });
  const dispatcher = new Agent({ allowH2: false, connections: 64 });
  return [
    { name: 'ours', call: async () => (await client.call(userTweets, { userId: '1500000000000000001', count: 20 })).value },
    {
      name: 'undici.request + JSON.parse',
      call: async () => {
        const { body } = await request(url, { dispatcher, headers });
        return JSON.parse(await body.text()) as unknown;
      },
    },
    { name: 'fetch', call: async () => (await fetch(url, { headers })).json() },
  ];
}

import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { userTweets } from '../../../src/client/endpoints/primary/userTimelines.ts';
import { createClient } from '../../../src/client/createClient.ts';
import { createBudget } from '../../../src/client/policies/budget.ts';
import { undiciTransport } from '../../../src/client/transports/undici.ts';
import { Agent, request } from 'undici'; // after our transport, which keeps undici from taking the host's fetch over

/** One way to make the call; gives the parsed body. */
export interface Contestant {
  readonly name: string;
  readonly call: () => Promise<unknown>;
}

type Headers = Readonly<Record<string, string>>;

// What the bench calls of each peer. Their own types are there only after the bench has installed them.
interface GotModule {
  readonly default: (url: string, options: { headers: Headers; agent: { http: object } }) => { json(): Promise<unknown> };
}
interface KyModule {
  readonly default: (url: string, options: { headers: Headers }) => { json(): Promise<unknown> };
}
interface AxiosModule {
  readonly default: { get(url: string, options: { headers: Headers; httpAgent: object }): Promise<{ data: unknown }> };
}
interface OctokitModule {
  readonly request: (route: string, options: { headers: Headers }) => Promise<{ data: unknown }>;
}

/** As long as keys are: the search for one in what comes takes longer, the shorter it is. */
const key = 'sk-bench-0123456789abcdef01234567';

/** Ours, the bare reference, the host's fetch, and the peers that the bench installed. */
export async function contestants(origin: string, peers: string): Promise<readonly Contestant[]> {
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
  const { default: got } = await peer<GotModule>(peers, 'got');
  const { default: ky } = await peer<KyModule>(peers, 'ky');
  const { default: axios } = await peer<AxiosModule>(peers, 'axios');
  const { request: octokit } = await peer<OctokitModule>(peers, '@octokit/request');
  const { Agent: HttpAgent } = await import('node:http');
  const http = new HttpAgent({ keepAlive: true });
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
    { name: 'ky', call: () => ky(url, { headers }).json() },
    { name: 'axios', call: async () => (await axios.get(url, { headers, httpAgent: http })).data },
    { name: 'got', call: () => got(url, { headers, agent: { http } }).json() },
    { name: '@octokit/request', call: async () => (await octokit(`GET ${url}`, { headers })).data },
  ];
}

/** A module of the bench's own folder. */
function peer<M>(folder: string, name: string): Promise<M> {
  const found = createRequire(`${folder}/package.json`).resolve(name);
  return import(pathToFileURL(found).href) as Promise<M>;
}

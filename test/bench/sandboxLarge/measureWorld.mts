// Started by sandboxLargeBench.mts with a size: starts a sandbox of it, asks it some hundred calls over HTTP,
// and prints one line of JSON (see measured.mts).
import { collectionOf } from '../../../src/client/schemas/page.ts';
import { userSchema } from '../../../src/client/schemas/user.ts';
import type { Measured } from './measured.mts';
import { startSandbox } from '../../../src/sandbox/server.ts';
import { landmarks } from '../../../src/sandbox/world/landmarks.ts';
import { exampleValues } from '../../../src/client/endpoints/exampleValues.ts';
import type { WorldSize } from '../../../src/sandbox/world/bulk/worldSize.ts';

const size = readSize(process.argv[2]);
const startedAt = performance.now();
const sandbox = await startSandbox({ size });

async function ask(path: string): Promise<{ readonly ms: number; readonly next: string | undefined }> {
  const askedAt = performance.now();
  const response = await fetch(`${sandbox.primary}${path}`, { headers: { 'X-API-KEY': sandbox.key } });
  const body: unknown = await response.json();
  const ms = performance.now() - askedAt;
  if (response.status !== 200 && response.status !== 502) {
    throw new Error(`${path} answered ${response.status}`);
  }
  const next = typeof body === 'object' && body !== null && 'nextCursor' in body ? body.nextCursor : undefined;
  return { ms, next: typeof next === 'string' ? next : undefined };
}

/** The times of a call's first pages. */
async function pages(path: string, count: number): Promise<readonly number[]> {
  const times: number[] = [];
  let cursor = '';
  for (let page = 0; page < count; page += 1) {
    const { ms, next } = await ask(`${path}${path.includes('?') ? '&' : '?'}format=simple${cursor}`);
    times.push(ms);
    if (next === undefined) {
      break;
    }
    cursor = `&cursor=${encodeURIComponent(next)}`;
  }
  return times;
}

async function each(paths: readonly string[], count: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (const path of paths) {
    times.push(...(await pages(path, count)));
  }
  return times;
}

await ask(`/user/${exampleValues.userId}?format=simple`);
const startMs = performance.now() - startedAt;
const words = [
  'coffee',
  'harbour',
  'map',
  'train',
  'rain',
  '"open data"',
  'hafen',
  'コーヒー',
  '#opendata',
  '@ada_writes',
  'from:mira_maps',
];
const endings = ['', ' lang:en', ' -filter:replies', ' min_faves:5', ' since:2026-05-01', ' OR garden', ' filter:media'];
const queries = words.flatMap((word) => endings.map((ending) => encodeURIComponent(`${word}${ending}`)));
// the first call makes what all share: it is not counted among the searches
await ask('/search?searchItem=bread&format=simple');
const searchMs = await each(
  queries.flatMap((query) => ['Top', 'Latest'].map((category) => `/search?searchItem=${query}&category=${category}`)),
  2,
);
const peopleMs = await each(
  ['ada', 'maps', 'bread', 'mira', 'harbor', 'a'].map((word) => `/search?searchItem=${word}&category=People`),
  5,
);
const crowd = size === 'small' ? exampleValues.userId : landmarks.crowdedId;
const handles = (await Promise.all(['ada', 'maps', 'bread'].map((word) => peopleFound(word)))).flat();
const timelineMs = await each(
  handles.flatMap((id) =>
    ['tweets', 'tweetsAndReplies', 'followers', 'followings', 'likes'].map((what) => `/user/${id}/${what}`),
  ),
  2,
);
const deepMs = await each(
  [
    `/user/${crowd}/followers`,
    `/tweet/${size === 'large' ? landmarks.hugeThreadId : landmarks.crowdThreadId}`,
    '/search?searchItem=coffee',
  ],
  60,
);
const measured: Measured = { startMs, rssMb: process.memoryUsage().rss / 2 ** 20, searchMs, peopleMs, timelineMs, deepMs };
process.stdout.write(`${JSON.stringify(measured)}\n`);
await sandbox.close();

/** The ids of the accounts on a page of a search for people. */
async function peopleFound(word: string): Promise<readonly string[]> {
  const response = await fetch(`${sandbox.primary}/search?searchItem=${word}&category=People&count=30&format=simple`, {
    headers: { 'X-API-KEY': sandbox.key },
  });
  return collectionOf(userSchema)
    .parse(await response.json())
    .data.map(({ id }) => id);
}

function readSize(text: string | undefined): WorldSize {
  if (text === 'small' || text === 'medium' || text === 'large') {
    return text;
  }
  throw new RangeError('takes small, medium or large');
}

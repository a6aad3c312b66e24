import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readParsedUpstream } from '../../../src/client/upstream/readUpstream.ts';

/** A record as a reader gives it, as far as the bench compares. */
export interface ReadRecord {
  readonly id: string | undefined;
  /** The handle of the account, or of the post's author. */
  readonly handle: string | undefined;
  readonly text: string | undefined;
}

/** One way to make records of a parsed body. */
export interface Reader {
  readonly name: string;
  /** What it makes of the bodies of an operation; undefined where it has nothing for them. */
  readonly readerOf: (operation: string) => ((body: unknown) => unknown) | undefined;
  /** Its result in the bench's words. */
  readonly summarize: (result: unknown) => { readonly records: readonly ReadRecord[]; readonly next: string | undefined };
}

type Parse = (body: unknown) => unknown;

// What the bench calls of each peer. Their own types are there only after the bench has installed them.
interface RettiwtModule {
  readonly CursoredData: new (body: unknown, type: 'TWEET' | 'USER') => unknown;
  readonly User: { readonly single: Parse };
}
interface ScraperModule {
  readonly parseTimelineTweetsV2: Parse;
  readonly parseThreadedConversation: Parse;
  readonly parseSearchTimelineTweets: Parse;
  readonly parseListTimelineTweets: Parse;
  readonly parseRelationshipTimeline: Parse;
  readonly parseProfile: (legacy: unknown, isBlueVerified: unknown) => unknown;
}
const scraperParsers = [
  'parseTimelineTweetsV2',
  'parseThreadedConversation',
  'parseSearchTimelineTweets',
  'parseListTimelineTweets',
  'parseRelationshipTimeline',
  'parseProfile',
] as const satisfies readonly (keyof ScraperModule)[];

const tweetPages = [
  'TweetDetail',
  'UserTweets',
  'UserTweetsAndReplies',
  'UserMedia',
  'Likes',
  'SearchTimeline',
  'ListLatestTweetsTimeline',
];
const userPages = ['Followers', 'Following', 'Retweeters', 'Favoriters', 'ListMembers', 'UserCreatorSubscriptions'];
const profiles = ['UserByScreenName', 'UserByRestId'];

/** Ours, and the peers that the bench installed, each by the parser that it runs over an answer. */
export async function readers(peers: string): Promise<readonly Reader[]> {
  return [
    ours,
    await rettiwt(peers),
    await scraper(peers, '@the-convocation/twitter-scraper'),
    await scraper(peers, 'agent-twitter-client'),
  ];
}

const ours: Reader = {
  name: 'ours',
  readerOf: () => (body) => readParsedUpstream(body),
  summarize: (result) => ({
    records: list(at(result, 'records')).map((one) => {
      const record = at(one, 'record');
      return recordOf(at(record, 'id'), at(record, 'author', 'username') ?? at(record, 'username'), at(record, 'text'));
    }),
    next: textOr(at(result, 'cursor', 'bottom')),
  }),
};

async function rettiwt(peers: string): Promise<Reader> {
  const { CursoredData, User } = (await import(pathToFileURL(resolvePeer(peers, 'rettiwt-api')).href)) as RettiwtModule;
  return {
    name: 'rettiwt-api',
    readerOf: (operation) => {
      if (tweetPages.includes(operation)) return (body) => new CursoredData(body, 'TWEET');
      if (userPages.includes(operation)) return (body) => new CursoredData(body, 'USER');
      return profiles.includes(operation) ? (body) => User.single(body) : undefined;
    },
    summarize: (result) => ({
      records: (Array.isArray(at(result, 'list')) ? list(at(result, 'list')) : [result]).map((one) =>
        recordOf(at(one, 'id'), at(one, 'tweetBy', 'userName') ?? at(one, 'userName'), at(one, 'fullText')),
      ),
      next: textOr(at(result, 'next')),
    }),
  };
}

/** Both scrapers are built from one source, and export none of its parsers. */
async function scraper(peers: string, name: string): Promise<Reader> {
  const module = await withParsers(resolvePeer(peers, name));
  const parsers: Readonly<Record<string, Parse>> = {
    UserTweets: module.parseTimelineTweetsV2,
    UserTweetsAndReplies: module.parseTimelineTweetsV2,
    UserMedia: module.parseTimelineTweetsV2,
    Likes: module.parseTimelineTweetsV2,
    TweetDetail: module.parseThreadedConversation,
    SearchTimeline: module.parseSearchTimelineTweets,
    ListLatestTweetsTimeline: module.parseListTimelineTweets,
    Followers: module.parseRelationshipTimeline,
    Following: module.parseRelationshipTimeline,
    UserByScreenName: (body) => {
      const user = at(body, 'data', 'user', 'result');
      return module.parseProfile(at(user, 'legacy'), at(user, 'is_blue_verified'));
    },
  };
  return {
    name,
    readerOf: (operation) => parsers[operation],
    summarize: (result) => {
      const found = at(result, 'tweets') ?? at(result, 'profiles') ?? (Array.isArray(result) ? result : [result]);
      return {
        records: list(found).map((one) => recordOf(at(one, 'id') ?? at(one, 'userId'), at(one, 'username'), at(one, 'text'))),
        next: textOr(at(result, 'next')),
      };
    },
  };
}

/** The module of a file that exports more of what is in it: a copy beside it, so that its own imports are found. */
async function withParsers(file: string): Promise<ScraperModule> {
  const copy = join(dirname(file), 'benchParsers.mjs');
  await writeFile(copy, `${await readFile(file, 'utf8')}\nexport { ${scraperParsers.join(', ')} };\n`);
  return (await import(pathToFileURL(copy).href)) as ScraperModule;
}

/** The file that a package of the bench's own folder is imported from. */
function resolvePeer(peers: string, name: string): string {
  const required = createRequire(`${peers}/package.json`).resolve(name);
  return required.replace(/cjs([/\\])index\.c?js$/, 'esm$1index.mjs');
}

function recordOf(id: unknown, handle: unknown, text: unknown): ReadRecord {
  return { id: textOr(id), handle: textOr(handle), text: textOr(text) };
}

function textOr(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function at(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? (Reflect.get(inner, key) as unknown) : undefined), // any value may stand there
    value,
  );
}

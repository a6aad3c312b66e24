/** A program that uses the package, with errors that the compiler must find. */
export const consumer = `
import { createClient, type Exchange, type Money, type PostRecord, search, SocialDataError, toPage, type Tweet, type User, userByUsername, usernamesToIds, usersByIds, userTweets } from 'social-data-explorer';
import { createClient as createFetchClient } from 'social-data-explorer/fetch';
import { loadFixture, startReplay, startSandbox as startMadeUp } from 'social-data-explorer/testing';
const server = await startReplay({ fixtures: 'fixtures', mode: 'sandbox' });
await using other = await startMadeUp({ clock: 'wall', faults: [{ status: 500, times: 1 }] });
await using closed = createFetchClient({ key: other.key, gatewayUrl: other.gateway });
await using client = createClient({ key: server.key, baseUrl: server.primary, gatewayUrl: other.gateway });
const user = await client.call(userByUsername, { username: 'ada_writes' });
export const name: string = user.value.data.name;
export const unknownField: unknown = (user.value.data as Record<string, unknown>)['rank'];
// @ts-expect-error: not a field of the schema
void user.value.data.usrname;
export const cost: Money | undefined = user.cost;
for await (const item of client.items(userTweets, { userId: '1' }).take(250)) void (item satisfies Tweet);
for await (const batch of client.batches(usersByIds, { userIds: ['1'] })) void (batch.value.data satisfies readonly User[]);
for await (const page of client.pages(userTweets, { userId: '1' }, { maxPages: 2 })) {
  const tweets: readonly Tweet[] = page.value.data;
  void tweets;
  const posts: readonly PostRecord[] = toPage(page).records.flatMap(({ record }) => (record.kind === 'post' ? [record] : []));
  void posts;
}
export const raw: Exchange<unknown> = await client.call(userTweets, { userId: '1' }, { format: 'raw' });
// @ts-expect-error: not a parameter of the row
await client.call(userByUsername, { usrname: 'ada' });
// @ts-expect-error: an id is a string
await client.call(userTweets, { userId: 1 });
await client.call(search, { filters: { minimumLikesCount: 5, hashtags: ['opendata'] }, category: 'Latest' });
// @ts-expect-error: no such filter
await client.call(search, { filters: { minimumLikes: 5 } });
// @ts-expect-error: no such tab
await client.call(search, { searchItem: 'coffee', category: 'Newest' });
// @ts-expect-error: several handles are a list
await client.call(usernamesToIds, { usernames: 'ada_writes' });
export const saved: string = (await loadFixture('fixtures/ada', userByUsername)).value.data.name;
export const untyped: unknown = (await loadFixture('fixtures/ada')).value;
// @ts-expect-error: not a mode
await startReplay({ fixtures: 'fixtures', mode: 'loose' });
export const isOurs = (error: unknown) => error instanceof SocialDataError && error.spent === 'no';
`;

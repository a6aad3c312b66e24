import assert from 'node:assert/strict';
import { getResponseKind, getResponseView, getExchangeKind } from '../../../../src/core/records/responseView.ts';
import { createClient } from '../../../../src/client/createClient.ts';
import { exampleValues } from '../../../../src/client/endpoints/exampleValues.ts';
import { listMembers, search, tweet, userByUsername } from '../../../../src/client/endpoints/table.ts';
import { toPage } from '../../../../src/client/records/toPage.ts';
import { startSandbox } from '../../../../src/sandbox/server.ts';

describe("a response's view", () => {
  it('depends on whether the response is a list', async () => {
    const sandbox = await startSandbox();
    await using _end = { [Symbol.asyncDispose]: async () => await sandbox.close() };
    const credentials = () => Promise.resolve({ origin: new URL(sandbox.primary).origin, headers: { 'x-api-key': sandbox.key } });
    const client = createClient({
      connections: { primary: { kind: 'sandbox', baseUrl: sandbox.primary, credentials } },
    });
    const kindOf = async (...call: Parameters<typeof client.call>) => getResponseKind(toPage(await client.call(...call)));
    const { handle, listId, tweetId, searchWord } = exampleValues;
    assert.equal(await kindOf(userByUsername, { username: handle }), 'user');
    assert.equal(await kindOf(userByUsername, { username: handle }, { format: 'raw' }), 'user');
    assert.equal(await kindOf(listMembers, { listId }), 'records');
    assert.equal(await kindOf(search, { searchItem: searchWord, category: 'Top' }), 'records');
    // a post with its replies opens as a thread
    assert.equal(getExchangeKind(await client.call(tweet, { tweetId })), 'post');
    assert.equal(getExchangeKind(await client.call(userByUsername, { username: handle })), 'user');
  });

  it('is the most readable one', () => {
    assert.deepEqual((['user', 'post', 'records', 'trend'] as const).map(getResponseView), [
      'page',
      'thread',
      'results',
      'results',
    ]);
  });
});

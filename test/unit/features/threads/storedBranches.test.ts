import assert from 'node:assert/strict';
import { tweet } from '../../../../src/client/endpoints/primary/tweets.ts';
import { complete, converse, page, posts, readPage, shown, start } from './madeConversation.ts';
import { madeTweet } from './madeTweet.ts';

describe('a conversation’s stored branches', () => {
  /** A branch below "a" that contains another one, and replies to "2" that need its own conversation. */
  const branched = {
    '1': page([...posts('1', 'a'), madeTweet('2', '1', 1)], undefined, [{ moduleId: 'm', cursor: 'k1' }]),
    '1 k1': page([madeTweet('a1', 'a')], undefined, [{ moduleId: 'm', cursor: 'k2' }]),
    '1 k2': page([madeTweet('a2', 'a1')]),
    '2': page([madeTweet('20', '2')]),
  };

  it('are added when it is opened, with nested branches', async () => {
    const { conversation, client, sent } = start(branched);
    await conversation.open();
    await complete(conversation);
    const { length } = sent;
    const opened = converse(client);
    await opened.open();
    assert.deepEqual(shown(opened).toSorted(), ['1', '2', '20', 'a', 'a1', 'a2']);
    assert.equal(sent.length, length);
  });

  it('aren’t counted as requests when it is completed', async () => {
    const { conversation, client, sent } = start({
      '1': page(posts('1', 'a'), 'c1'),
      '1 c1': page([madeTweet('2', '1', 1), madeTweet('3', '1', 1)]),
      '2': page([madeTweet('20', '2')]),
      '3': page([madeTweet('30', '3', 1)]),
      '30': page([madeTweet('31', '30')]),
    });
    await conversation.open();
    await client.call(tweet, { tweetId: '2' }, { format: 'raw' });
    assert.equal(await complete(conversation, 2), 2);
    assert.deepEqual(sent, ['1', '2', '1 c1', '3']);
    assert.deepEqual(shown(conversation), ['1', 'a', '2', '20', '3', '30', 'under-30']);
    await client.call(tweet, { tweetId: '30' }, { format: 'raw' });
    assert.equal(await complete(conversation, 1), 0);
    assert.deepEqual(conversation.snapshot.unloaded.branches, []);
  });

  it('aren’t added to an excerpt from a different response', async () => {
    const { conversation, client } = start(branched);
    await conversation.open();
    await complete(conversation);
    const [first] = conversation.snapshot.pages;
    const excerpt = converse(client, { read: (exchange) => ({ ...readPage(exchange), isExcerpt: true }) });
    await excerpt.restore(conversation.snapshot.source.pages.slice(0, 1), () => Promise.resolve(first?.exchange));
    assert.equal(excerpt.snapshot.pages.length, 1);
  });
});

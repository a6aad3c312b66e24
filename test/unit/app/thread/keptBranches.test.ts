import assert from 'node:assert/strict';
import { complete, converse, page, posts, readPage, shown, start } from './madeConversation.ts';
import { madeTweet } from './madeTweet.ts';

describe('the branches of a conversation that are kept', () => {
  /** A branch below "a" that leads to another one, and replies to "2" that are asked for as its own conversation. */
  const branched = {
    '1': page([...posts('1', 'a'), madeTweet('2', '1', 1)], undefined, [{ moduleId: 'm', cursor: 'k1' }]),
    '1 k1': page([madeTweet('a1', 'a')], undefined, [{ moduleId: 'm', cursor: 'k2' }]),
    '1 k2': page([madeTweet('a2', 'a1')]),
    '2': page([madeTweet('20', '2')]),
  };

  it('are put in for free when it is opened, with those that they lead to', async () => {
    const { conversation, client, sent } = start(branched);
    await conversation.open();
    await complete(conversation);
    const { length } = sent;
    const opened = converse(client);
    await opened.open();
    assert.deepEqual(shown(opened).toSorted(), ['1', '2', '20', 'a', 'a1', 'a2']);
    assert.equal(sent.length, length);
  });

  it('stay out of what was picked out of another answer', async () => {
    const { conversation, client } = start(branched);
    await conversation.open();
    await complete(conversation);
    const [first] = conversation.pages.all;
    const excerpt = converse(client, { read: (exchange) => ({ ...readPage(exchange), isExcerpt: true }) });
    await excerpt.restore(conversation.pages.source.pages.slice(0, 1), () => Promise.resolve(first?.exchange));
    assert.equal(excerpt.pages.all.length, 1);
  });
});

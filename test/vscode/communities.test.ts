import assert from 'node:assert/strict';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { childOf, type Exploring, startExploring, texts, wordsOf } from './support/exploring.ts';

const garden = { kind: 'community', id: exampleValues.communityId, label: { name: 'Garden', members: 120 } } as const;

describe('the Communities view', () => {
  let exploring: Exploring;

  beforeEach(async () => {
    exploring = await startExploring('community');
    await exploring.pins.add([garden]);
  });

  afterEach(async () => {
    await exploring.close();
  });

  it('shows a pinned community and its sections without a request', async () => {
    assert.deepEqual(texts(await exploring.tree.roots()), ['Garden | 120 members']);
    const parts = await (await childOf(exploring.tree, 'Garden')).children();
    assert.deepEqual(
      parts.map((node) => node.toItem().label),
      ['Posts', 'Top Posts', 'Members', 'Moderators', 'Rules', 'About'],
    );
    assert.equal(await exploring.calls(), 0);
  });

  it('reads rules and facts from one response', async () => {
    const community = await childOf(exploring.tree, 'Garden');
    const rules = await (await childOf(community, 'Rules')).children();
    const about = await (await childOf(community, 'About')).children();
    assert.equal(await exploring.calls(), 1);
    assert.ok(rules.length > 1 && about.length > 2);
    assert.ok(rules[0] && wordsOf(rules[0]).includes('line'));
    assert.ok(texts(about).some((text) => text.startsWith('Name | ')));
  });

  it('loads posts in both orders, members, and moderators', async () => {
    const community = await childOf(exploring.tree, 'Garden');
    for (const [part, word] of [
      ['Posts', 'post'],
      ['Top Posts', 'post'],
      ['Members', 'user'],
      ['Moderators', 'user'],
    ] as const) {
      const [first] = await (await childOf(community, part)).children();
      assert.ok(first && wordsOf(first).includes(word), part);
    }
    assert.equal(await exploring.calls(), 4);
  });
});

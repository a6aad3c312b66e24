import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { actOnPagedRow } from '../../src/host/explore/pageActions.ts';
import { unpin } from '../../src/host/explore/pinRows.ts';
import { searchCommunityMembers, searchRecords } from '../../src/host/explore/findRecords.ts';
import type { Services } from '../../src/host/shared/services.ts';
import { answering } from './support/answering.ts';
import { childOf, type Exploring, startExploring, texts, wordsOf } from './support/exploring.ts';

const garden = { kind: 'community', id: exampleValues.communityId, label: { name: 'Garden', members: 120 } } as const;

describe('the tree of communities', () => {
  let exploring: Exploring;

  beforeEach(async () => {
    exploring = await startExploring('community');
    await exploring.pins.place([garden]);
  });

  afterEach(async () => {
    await exploring.close();
  });

  it('shows a pinned community and what the services offer about it, without a call', async () => {
    assert.deepEqual(texts(await exploring.tree.roots()), ['Garden | 120 members']);
    const parts = await (await childOf(exploring.tree, 'Garden')).children();
    assert.deepEqual(
      parts.map((node) => node.toItem().label),
      ['Posts', 'Top Posts', 'Members', 'Moderators', 'Rules', 'About'],
    );
    assert.equal(await exploring.calls(), 0);
  });

  it('reads rules and facts from one answer that is paid for once', async () => {
    const community = await childOf(exploring.tree, 'Garden');
    const rules = await (await childOf(community, 'Rules')).children();
    const about = await (await childOf(community, 'About')).children();
    assert.equal(await exploring.calls(), 1);
    assert.ok(rules.length > 1 && about.length > 2);
    assert.ok(rules[0] && wordsOf(rules[0]).includes('line'));
    assert.ok(texts(about).some((text) => text.startsWith('Name | ')));
  });

  it('loads posts of both orders, members and moderators', async () => {
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

  it('searches communities, and members below one', async () => {
    const services = { client: exploring.client, connections: exploring.connections } as Services; // all that a search takes of them
    {
      const said: unknown[] = [];
      using person = answering({
        input: (box) => {
          said.push(box.prompt, box.validateInput?.(exampleValues.communityWord));
          return exampleValues.communityWord;
        },
      });
      await searchRecords(services, exploring.tree, 'community');
      assert.match(person.asked.join(), /Search Communities/);
      const price = 'Search Communities: price unknown';
      assert.deepEqual(said, [price, { message: price, severity: vscode.InputBoxValidationSeverity.Info }]);
    }
    const [search] = await exploring.tree.roots();
    assert.ok(search);
    const [found] = await search.children();
    assert.ok(found && wordsOf(found).includes('community'));
    using person = answering({ input: () => exampleValues.memberText });
    const community = await childOf(exploring.tree, 'Garden');
    await searchCommunityMembers(services, community);
    assert.match(person.asked.join(), /Search Members/);
    const [members] = await community.children();
    assert.ok(members);
    assert.match(texts([members])[0] ?? '', /^Search Members: ada \| \d+ loaded/);
    assert.deepEqual(exploring.unfolded(), [search, members], 'what was paid for is on screen');
    assert.equal(await exploring.calls(), 2);
    await searchCommunityMembers(services, community);
    const rows = (await community.children()).map(({ id }) => id);
    assert.equal(new Set(rows).size, rows.length, 'VS Code refuses two rows of one id');
    assert.equal(await exploring.calls(), 2);
  });

  it('takes away only the one of several searches of the same words that is closed, and no pin of them', async () => {
    const services = { client: exploring.client, connections: exploring.connections } as Services; // all that a search takes of them
    const word = exampleValues.memberText;
    await exploring.pins.place([
      { kind: 'community', id: '7', label: { name: 'Other' } },
      { kind: 'trend', id: word, label: { name: word } },
      { kind: 'trend', id: `#${word}`, label: { name: word, query: `#${word}` } },
    ]);
    using _person = answering({ input: () => word });
    await searchRecords(services, exploring.tree, 'community');
    const [one, other] = [await childOf(exploring.tree, 'Garden'), await childOf(exploring.tree, 'Other')];
    await searchCommunityMembers(services, one);
    await searchCommunityMembers(services, other);
    const searches = async () =>
      (await Promise.all([exploring.tree.roots(), one.children(), other.children()])).map(
        (rows) => rows.filter((row) => wordsOf(row).includes('closable')).length,
      );
    assert.deepEqual(await searches(), [1, 1, 1]);
    await actOnPagedRow('close', (await one.children())[0]);
    assert.deepEqual(await searches(), [1, 0, 1]);
    const trends = (await exploring.tree.roots()).filter((row) => wordsOf(row).includes('trend'));
    await unpin(exploring.pins, trends.slice(0, 1));
    assert.deepEqual(
      exploring.pins.list('trend').map(({ id }) => id),
      [`#${word}`],
    );
    assert.deepEqual(await searches(), [1, 0, 1]);
  });

  it('searches members of a community in whichever tree it stands, and shows them there', async () => {
    const users = await startExploring('user');
    try {
      const services = { client: users.client, connections: users.connections } as Services; // all that a search takes of them
      await users.pins.place([{ kind: 'user', id: exampleValues.userId, label: { name: 'Ada', handle: exampleValues.handle } }]);
      const [community] = await (await childOf(await childOf(users.tree, 'Ada'), 'Communities')).children();
      assert.ok(community && wordsOf(community).includes('community'));
      using _person = answering({ input: () => exampleValues.memberText });
      await searchCommunityMembers(services, community);
      const [members] = await community.children();
      assert.ok(members);
      assert.match(texts([members])[0] ?? '', /^Search Members: ada \| \d+ loaded/);
      assert.deepEqual(users.unfolded(), [members], 'what was paid for is on screen');
      assert.deepEqual(exploring.revealed(), []);
      assert.equal(await users.calls(), 2);
    } finally {
      await users.close();
    }
  });
});

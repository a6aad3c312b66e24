import assert from 'node:assert/strict';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import type { TreeRecord } from '../../src/core/records/treeRecord.ts';
import { describeRecord } from '../../src/features/explore/host/tree/describeRecord.ts';
import { RecordNode } from '../../src/features/explore/host/tree/recordNode.ts';
import { runOnRows } from './support/runOnRows.ts';
import { childOf, type Exploring, startExploring, texts, tooltipOf } from './support/exploring.ts';

const ada = { kind: 'user', id: exampleValues.userId, label: { name: 'Ada', handle: exampleValues.handle } } as const;

describe('rows of users and their posts', () => {
  let exploring: Exploring;

  beforeEach(async () => {
    exploring = await startExploring('user');
    await exploring.pins.add([ada]);
  });

  afterEach(async () => {
    await exploring.close();
  });

  it('show a pin as it was when it was pinned, as plain text and without a request', async () => {
    const account = await childOf(exploring.tree, 'Ada');
    const [follower] = await (await childOf(account, 'Followers')).children();
    assert.ok(follower instanceof RecordNode && follower.record.kind === 'user');
    follower.record = {
      ...follower.record,
      name: 'Ben',
      bio: 'Maps, \u202Ebread\nand *walks*',
      followers: 1_234,
      following: 7,
      posts: 1,
    };
    const calls = await exploring.calls();
    await runOnRows('pin', [follower], exploring);
    const row = await childOf(exploring.tree, 'Ben');
    const lines = tooltipOf(row).split('\n');
    assert.equal(lines[0], `Ben @${follower.record.handle}`);
    assert.ok(lines.includes('and *walks*') && lines.includes('1,234 followers · 7 following · 1 post'), tooltipOf(row));
    assert.doesNotMatch(tooltipOf(row), /\u202E/);
    assert.match(String(row.toItem().description), /^@\w+ · 1.2K followers/, 'a narrow side bar shows only the beginning');
    assert.equal(await exploring.calls(), calls);
  });

  it("show a repost's author next to the reposter", async () => {
    const [post] = await (await childOf(await childOf(exploring.tree, 'Ada'), 'Posts')).children();
    assert.ok(post instanceof RecordNode && post.record.kind === 'post');
    post.record = {
      ...post.record,
      author: { kind: 'user', handle: 'ada' },
      repostOf: { kind: 'post', text: 'My own words', author: { kind: 'user', handle: 'grace' } },
    };
    assert.match(texts([post])[0] ?? '', /^@grace: My own words \| @ada/);
    assert.match(tooltipOf(post), /@ada\nreposted @grace:\nMy own words/);
    post.record = { ...post.record, repostOf: { kind: 'post', text: 'My own words' } };
    assert.match(texts([post])[0] ?? '', /^My own words \| @ada/);
  });
});

describe("a row's text", () => {
  it("doesn't contain icon syntax, direction characters, or broken emoji from names", () => {
    const family = '👨\u200D👩\u200D👧\u200D👦';
    const hostile = `$(verified-filled) \u202Egpj.exe ${family}`;
    const path = undefined;
    const records: readonly TreeRecord[] = [
      { kind: 'user', handle: 'ada', name: hostile, role: hostile, bio: hostile, path },
      { kind: 'post', id: '1', text: hostile, author: { kind: 'user', handle: 'ada', name: hostile }, path },
      { kind: 'list', id: '2', name: hostile, description: hostile, path },
      { kind: 'community', id: '3', name: hostile, description: hostile, path },
      { kind: 'space', id: '4', title: hostile, state: hostile, path },
      { kind: 'trend', name: hostile, query: hostile, path },
      { kind: 'line', label: hostile, value: hostile, path },
    ];
    for (const record of records) {
      const { label, description, tooltip } = describeRecord(record, 0);
      assert.doesNotMatch(`${label}\n${description}\n${tooltip}`, /\$\(|\u202E/, record.kind);
      assert.ok(label.includes(family), `${record.kind}: ${label}`);
    }
  });
});

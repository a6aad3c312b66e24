import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import type { Services } from '../../src/host/shared/services.ts';
import { RecordNode } from '../../src/host/explore/tree/recordNode.ts';
import { pinRecord } from '../../src/host/explore/findRecords.ts';
import { startMockService } from '../support/countingProxy.ts';
import { answering } from './support/answering.ts';
import { childOf, type Exploring, startExploring, texts, tooltipOf } from './support/exploring.ts';
import { setSettings, until } from './support/steps.ts';

const ada = { kind: 'user', id: exampleValues.userId, label: { name: 'Ada', handle: exampleValues.handle } } as const;

describe('the rows of people and of their posts', () => {
  let exploring: Exploring;

  beforeEach(async () => {
    exploring = await startExploring('user');
    await exploring.pins.place([ada]);
  });

  afterEach(async () => {
    await exploring.close();
  });

  it('says of a repost whose words they are, beside who repeats them', async () => {
    const [post] = await (await childOf(await childOf(exploring.tree, 'Ada'), 'Posts')).children();
    assert.ok(post instanceof RecordNode && post.record.kind === 'post');
    post.record = {
      ...post.record,
      author: { kind: 'user', handle: 'ada' },
      repostOf: { kind: 'post', text: 'My own words', author: { kind: 'user', handle: 'grace' } },
    };
    assert.match(texts([post])[0] ?? '', /^↻ @grace: My own words \| @ada/);
    assert.match(tooltipOf(post), /@ada\nreposted @grace:\nMy own words/);
    post.record = { ...post.record, repostOf: { kind: 'post', text: 'My own words' } };
    assert.match(texts([post])[0] ?? '', /^↻ My own words \| @ada/);
  });

  it('asks nothing at the address that the sandbox had before; the picture comes back with the next look-up', async () => {
    const before = await startMockService(() => ({ status: 404, headers: {}, body: '' }));
    const restore = await setSettings({ 'media.load': 'always' });
    try {
      await exploring.pins.place([{ ...ada, label: { ...ada.label, avatarUrl: `${before.address}/avatar.png` } }]);
      const [row] = await exploring.tree.roots();
      assert.ok(row?.toItem().iconPath instanceof vscode.ThemeIcon);
      using person = answering({ input: () => `@${exampleValues.handle}` });
      await pinRecord({ ...exploring } as unknown as Services, exploring.tree, 'user');
      assert.match(person.asked.join(), /Pin User/);
      await until('the picture is there', async () => {
        const [again] = await exploring.tree.roots();
        return again?.toItem().iconPath instanceof vscode.Uri ? true : undefined;
      });
      assert.deepEqual(before.requests, []);
    } finally {
      await restore();
      await before.close();
    }
  });
});

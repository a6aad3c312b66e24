import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { userFollowers, userTweets } from '../../src/client/endpoints/table.ts';
import { createSummary, RunFolder } from '../../src/features/collect/index.ts';
import { askWhatToCollect } from '../../src/features/collect/host/askWhatToCollect.ts';
import { CollectRuns } from '../../src/features/collect/host/collectRuns.ts';
import type { RememberedRun } from '../../src/features/collect/host/rememberedRuns.ts';
import { sandboxName } from '../../src/core/connections/connectionSettings.ts';
import type { Services } from '../../src/workbench/services.ts';
import { childOf, type Exploring, startExploring } from './support/exploring.ts';
import { recordOpen } from './support/recordOpen.ts';
import { respondToDialogs } from './support/respondToDialogs.ts';
import { runOnRows } from './support/runOnRows.ts';

const { userId, handle } = exampleValues;
const posts = { endpointId: userTweets.id, params: { userId, cursor: 'old' } };

describe('Collect…', () => {
  let exploring: Exploring;
  let folder: string;

  beforeEach(async () => {
    exploring = await startExploring('user');
    folder = await mkdtemp(join(tmpdir(), 'social-data-collect-'));
  });

  afterEach(async () => {
    await exploring.close();
    await rm(folder, { recursive: true });
  });

  // the parts that are used
  const services = (context: object = {}) => ({ ...exploring, context }) as unknown as Services;
  const pickByLabel = (label: string) => (items: readonly vscode.QuickPickItem[]) => items.find((item) => item.label === label);

  it('takes the query of a section', async () => {
    await exploring.pins.add([{ kind: 'user', id: userId, label: { name: 'Ada', handle } }]);
    const followers = await childOf(await childOf(exploring.tree, 'Ada'), 'Followers');
    const { open, opened } = recordOpen();
    await runOnRows('collect', [followers], { open });
    const request = { endpointId: userFollowers.id, params: { userId, count: 100 }, format: 'simple' };
    assert.deepEqual(opened, [['collect', { request, record: undefined, connection: sandboxName }]]);
  });

  it('asks where to stop, for the folder, and for a budget, and sends nothing', async () => {
    const texts: Readonly<Record<string, string>> = {
      'Until a Date…': '2026-03-01',
      [`Collect User Posts: ${userId}`]: join(folder, 'run'),
      'Budget for This Run': '0.25',
    };
    using user = respondToDialogs({ pick: pickByLabel('Until a Date…'), input: ({ title = '' }) => texts[title] });
    const wanted = await askWhatToCollect(services(), { request: posts });
    assert.deepEqual(user.shown, Object.keys(texts));
    assert.deepEqual(
      [wanted?.path, wanted?.plan.params, wanted?.plan.since, wanted?.plan.budget],
      [join(folder, 'run'), { count: 100, userId }, '2026-03-01', 250_000n],
    );
    assert.equal(await exploring.calls(), 0);
    assert.equal(existsSync(join(folder, 'run')), false);
  });

  it('ends without a run if a question is canceled', async () => {
    using _user = respondToDialogs({ pick: pickByLabel('Everything'), input: () => undefined });
    assert.equal(await askWhatToCollect(services(), { request: posts }), undefined);
  });

  it('says which lines of a list are wrong', async () => {
    const labels = ['User Posts', '$(list-unordered) From a List…'];
    using user = respondToDialogs({
      pick: (items) => items.find(({ label }) => labels.includes(label)),
      input: () => `${userId}, someone`,
    });
    assert.equal(await askWhatToCollect(services(), {}), undefined);
    assert.match(user.shown.at(-1) ?? '', /^Line 2: /);
    assert.equal(await exploring.calls(), 0);
  });

  it('continues a run only over its own connection, and only if its folder is free', async () => {
    const plan = { endpoint: userTweets.id, params: { userId }, format: 'ndjson', baseUrl: 'https://other.example' } as const;
    const own = RunFolder.create(folder, { ...createSummary(plan), state: 'paused' }, undefined);
    const run: RememberedRun = { folder, connection: sandboxName, endpoint: 'User Posts', subject: `@${handle}` };
    const changed = new vscode.EventEmitter<undefined>();
    using runs = Object.assign(new CollectRuns(services({ workspaceState: { get: () => [run] } }), changed), {
      [Symbol.dispose]: () => changed.dispose(),
    });
    using user = respondToDialogs({});
    await runs.act('resume', runs.rows);
    await own.close();
    await runs.act('resume', runs.rows);
    assert.match(user.shown[0] ?? '', / is in use by another process\./);
    assert.equal(user.shown[1], 'The run used https://other.example. Continue it with the same base URL.');
    assert.equal(await exploring.calls(), 0);
    assert.equal(existsSync(join(folder, 'collect.lock')), false);
  });
});

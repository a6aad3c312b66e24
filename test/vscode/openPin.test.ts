import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { gatewaySpace, gatewaySpacesLive, gatewayTrendsTopics } from '../../src/client/endpoints/table.ts';
import { RecordNode } from '../../src/features/explore/host/tree/recordNode.ts';
import { toLookUpItems } from '../../src/features/lookUp/host/lookUpItems.ts';
import { ProfileSession, toShownRecord } from '../../src/features/profile/host/profilePanel.ts';
import { actOnRecords } from '../../src/features/records/host/index.ts';
import { createResultsTarget } from '../../src/features/results/host/createRecordsRequestHandlers.ts';
import { ResultsSession } from '../../src/features/results/host/resultsSession.ts';
import type { Services } from '../../src/workbench/services.ts';
import { runOnRows } from './support/runOnRows.ts';
import { respondToDialogs } from './support/respondToDialogs.ts';
import { childOf, type Exploring, startExploring, texts, wordsOf } from './support/exploring.ts';
import { recordOpen } from './support/recordOpen.ts';
import { usingQuickInputs } from './support/quickInputs.ts';
import { closeEditors } from './support/steps.ts';

const { spaceId } = exampleValues;
const space = { kind: 'space', id: spaceId, label: { name: 'Night shift', handle: 'ada_writes' } } as const;
const trend = { kind: 'trend', id: 'tide', label: { name: 'Tide', query: 'tide', posts: 1_200 } } as const;

describe('pinned Spaces and trends', () => {
  let exploring: Exploring;
  let services: Services;
  let opened: readonly (readonly unknown[])[];
  let person: readonly Disposable[];

  beforeEach(async () => {
    exploring = await startExploring('community');
    const recorded = recordOpen();
    ({ opened } = recorded);
    const { open } = recorded;
    services = { ...exploring, open, context: { subscriptions: [] } } as unknown as Services; // only the used parts
    person = [respondToDialogs({ pick: () => undefined }), usingQuickInputs({ accepts: () => undefined })];
  });

  afterEach(async () => {
    person.toReversed().forEach((one) => one[Symbol.dispose]()); // each restores what it replaced
    await exploring.close();
    await closeEditors();
  });

  const rowOf = async (label: string): Promise<RecordNode> => {
    const node = await childOf(exploring.tree, label);
    assert.ok(node instanceof RecordNode);
    return node;
  };
  const resultsOf = async (endpoint: typeof gatewayTrendsTopics | typeof gatewaySpacesLive) => {
    const session = new ResultsSession(services, { onRows: () => undefined, onStatus: () => undefined }, { endpoint, texts: {} });
    await session.call({});
    return session;
  };

  it('are listed after the communities, a Space with its sections, and can be unpinned', async () => {
    await exploring.pins.add([trend, space, { kind: 'community', id: '1', label: { name: 'Birds' } }]);
    const rows = await exploring.tree.roots();
    assert.deepEqual(texts(rows), ['Birds', 'Night shift | @ada_writes', 'Tide | 1.2K posts']);
    const { Collapsed, None } = vscode.TreeItemCollapsibleState;
    assert.deepEqual(
      rows.slice(1).map((row) => row.toItem().collapsibleState),
      [Collapsed, None],
    );
    const parts = texts((await rows[1]?.children()) ?? []).map((part) => part.split(' | ')[0]);
    assert.deepEqual(parts, ['Participants', 'Posts', 'About']);
    for (const row of rows.slice(1)) {
      assert.ok(wordsOf(row).includes('pinned'));
    }
    await runOnRows('unpin', rows.slice(1), exploring);
    assert.deepEqual(texts(await exploring.tree.roots()), ['Birds']);
    await runOnRows('pin', rows.slice(1), exploring);
    assert.deepEqual(exploring.pins.list('trend')[0]?.label, trend.label);
  });

  it("are pinned once from results, a Space with its response's connection", async () => {
    const [trends, spaces] = [await resultsOf(gatewayTrendsTopics), await resultsOf(gatewaySpacesLive)];
    const calls = await exploring.calls();
    for (const [session, rows] of [
      [trends, [0, 1, 0]],
      [trends, [1]],
      [spaces, [0]],
    ] as const) {
      await actOnRecords(services, 'pin', [createResultsTarget(services, session, rows)]);
    }
    const pins = exploring.pins.list();
    assert.deepEqual(
      pins.map(({ kind, label: { connection } }) => [kind, connection]),
      [
        ['trend', undefined],
        ['trend', undefined],
        ['space', 'sandbox'],
      ],
    );
    assert.equal((await exploring.tree.roots()).length, 3);
    assert.equal(await exploring.calls(), calls);
  });

  it("are also pinned on a Space's page", async () => {
    const shown = toShownRecord(await (await exploring.client()).call(gatewaySpace, { space_id: spaceId }));
    assert.ok(shown);
    const session = new ProfileSession(services, shown);
    await session.act('pin');
    assert.equal(exploring.pins.list('space')[0]?.id, spaceId);
    assert.ok((await session.state()).actions.some(({ action }) => action === 'unpin'));
    session.dispose();
  });

  it("open a Space's lookup with its price", async () => {
    await exploring.pins.add([space]);
    const row = await rowOf('Night shift');
    assert.equal(row.toItem().command?.command, 'socialData.records.open');
    const client = await exploring.client();
    await runOnRows('open', [row], services);
    assert.equal(await exploring.calls(), 0);
    const [item] = toLookUpItems(client, 'anything', String(opened[0]?.[1]));
    assert.equal(item?.choice?.params['space_id'], spaceId);
    assert.match(item?.description ?? '', /≈\$|price unknown/, 'the gateway reports no price');
  });

  it('open a search for a trend', async () => {
    await exploring.pins.add([trend]);
    await runOnRows('open', [await rowOf('Tide')], services);
    assert.deepEqual(opened, [['search', 'tide', 'sandbox']]);
  });

  it('use the connection that found them, regardless of which is selected', async () => {
    await exploring.pins.add([{ ...space, label: { ...space.label, connection: 'Work' } }]);
    const row = await rowOf('Night shift');
    assert.match(String(row.toItem().description), /^Work · /);
    await runOnRows('open', [row], services);
    assert.deepEqual([opened[0]?.[0], opened[0]?.[2]], ['lookUp', 'Work']);
    assert.deepEqual(texts(await row.children()), ["The connection 'Work' was removed. | Select Connection…"]);
    assert.equal(await exploring.calls(), 0);
  });
});

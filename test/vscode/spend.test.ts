import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { userById, userByUsername } from '../../src/client/endpoints/primary/users.ts';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { formatStatusTooltip, registerStatusBar } from '../../src/features/spending/host/statusBar.ts';
import { setBudget, showSpending } from '../../src/features/spending/host/activityCommands.ts';
import { Spend } from '../../src/workbench/services/spend.ts';
import { respondToDialogs } from './support/respondToDialogs.ts';
import { type Spending, useSpending } from './support/spending.ts';
import { setSettings } from './support/steps.ts';

describe('spending in the status bar and Show Spending', () => {
  const startSpending = useSpending();
  let spending: Spending;

  beforeEach(async () => {
    spending = await startSpending();
    const client = await spending.services.client();
    await client.call(userById, { userId: exampleValues.userId });
  });

  afterEach(async () => {
    await spending[Symbol.asyncDispose]();
  });

  /** Sends a request whose cost is unknown. */
  const breakOff = async (): Promise<void> => {
    await spending.faults([{ kind: 'reset' }]);
    const client = await spending.services.client();
    await assert.rejects(client.call(userByUsername, { username: exampleValues.handle }));
  };

  const spendRows = async (spend: Spend = spending.services.spend): Promise<readonly string[]> => {
    let rows: readonly string[] = [];
    using _person = respondToDialogs({
      pick: (items) => {
        rows = items.map(({ label, description }) => `${label} | ${description ?? ''}`);
        return undefined;
      },
    });
    await showSpending({ ...spending.services, spend });
    return rows;
  };

  const statusBar = (): string => {
    const view: Pick<vscode.TreeView<unknown>, 'description'> = {};
    registerStatusBar(spending.services, view).dispose();
    return view.description ?? '';
  };

  it('says what history saved, once for each response', async () => {
    const client = await spending.services.client();
    const response = await client.call(userById, { userId: exampleValues.userId });
    assert.equal(response.from, 'history');
    assert.doesNotMatch(formatStatusTooltip(spending.services), /saved/, 'it was paid in this session');
    const spend = new Spend();
    spend.addReopened(response);
    spend.addReopened(response);
    assert.match(formatStatusTooltip({ ...spending.services, spend }), /^1 response opened, 0 paid: history saved \$0\.0002$/m);
  });

  it('is exact if every request reported its cost', async () => {
    assert.match(statusBar(), /^\$0\.0002 · \$[\d.]+ left · LIVE \(primary\)$/);
    assert.ok((await spendRows()).includes('This Session | $0.0002 of $1.00 · 1 request'));
  });

  it('is shown when a new budget is already used up', async () => {
    const set = async (dollars: string): Promise<string> => {
      using person = respondToDialogs({
        pick: (items) => items.find(({ label }) => label === 'Session budget'),
        input: () => dollars,
      });
      await setBudget(spending.services);
      return person.shown.slice(1).join();
    };
    try {
      assert.equal(await set('0.0003'), '');
      const said = /Session budget: \$0\.0001\. Paid requests aren't sent: \$0\.0002 is already spent\./;
      assert.match(await set('0.0001'), said);
    } finally {
      await vscode.workspace
        .getConfiguration('socialData')
        .update('budget.perSession', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('is marked and explained if it contains an assumption', async () => {
    await breakOff();
    assert.match(statusBar(), /^≈\$0\.0004 · .* · LIVE \(primary\)$/);
    const rows = await spendRows();
    assert.ok(rows.includes('This Session | ≈$0.0004 of $1.00 · 2 requests · 1 may have been charged'), rows.join('\n'));
    assert.ok(rows.includes('Today | ≈$0.0004 of $5.00'), rows.join('\n'));
  });

  it('is free for the sandbox, and marked as live for paid services', async () => {
    const { services } = spending;
    assert.match(statusBar(), / · LIVE \(primary\)$/, 'the gateway is at the sandbox');
    await setSettings({ connection: undefined });
    assert.equal(statusBar(), 'free · Sandbox');
    await services.connections.prepare();
    const client = await services.client();
    const { receipt } = await client.call(userById, { userId: exampleValues.userId }, { reuse: 'never' });
    assert.equal(receipt.price, 200n);
    assert.equal(statusBar(), 'free · 1 request · Sandbox');
    const rows = await spendRows();
    assert.ok(rows.includes('Sandbox | free · 1 request'), rows.join('\n'));
    assert.ok(rows.includes('Primary API | Sandbox'), rows.join('\n'));
    assert.ok(rows.includes('This Session | $0.0002 of $1.00 · 1 request'), 'it is no real money');
    await setSettings({ connection: { primary: 'primary' } });
  });

  it("belongs to the request's connection, even if a different one was selected while it was in flight", async () => {
    const { keys, connections, spend } = spending.services;
    assert.ok(spend.totals.balances.primary !== undefined);
    const { origin } = new URL(connections.of('primary')?.baseUrl ?? '');
    const client = await spending.services.client();
    const asked = Promise.withResolvers<undefined>();
    const release = spending.hold(/username/i);
    const options = { onSent: () => asked.resolve(undefined) };
    const held = client.call(userByUsername, { username: exampleValues.handle }, options);
    await asked.promise;
    keys.keepForSession('primary', { key: 'another-key', origin });
    release();
    assert.notEqual((await held).receipt.balance, undefined);
    assert.deepEqual(spend.totals.balances, {}, "it was the previous key's balance");
    assert.ok((await spendRows()).includes('This Session | $0.0004 of $1.00 · 2 requests'), 'it was charged');
  });
});

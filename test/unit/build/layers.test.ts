import assert from 'node:assert/strict';
import { type ImportEdge, findLayerFaults } from '../../../src/build/layers.ts';

const edge = (from: string, to: string, kind: ImportEdge['kind'] = 'value'): ImportEdge => ({ from, to, kind });
const faults = (...edges: readonly ImportEdge[]): readonly string[] => findLayerFaults([], edges);

describe('the layer table', () => {
  const allowed: readonly (readonly [string, string, ImportEdge['kind']?])[] = [
    ['src/client/params.ts', 'zod'],
    ['src/client/transports/undici.ts', 'undici'],
    ['src/client/transports/undici.ts', 'node:diagnostics_channel'],
    ['src/app/requests/form.ts', 'src/client/endpoint.ts'],
    ['src/app/cost/cost.ts', 'src/client/toAnswerError.ts'],
    ['src/app/cost/formatCost.ts', '@vscode/l10n'],
    ['src/store/formatLedgerCsv.ts', 'src/text/escapeText.ts'],
    ['src/host/users/index.ts', 'src/text/stripHiddenCharacters.ts'],
    ['src/webview/thread/main.ts', 'src/text/stripHiddenCharacters.ts'],
    ['src/host/users/index.ts', 'src/app/cost/cost.ts'],
    ['src/app/thread/threadLines.ts', 'src/protocol/threadContract.ts', 'type'],
    ['src/extension.ts', '@vscode/l10n'],
    ['src/webview/results/main.ts', 'src/app/cost/formatPrice.ts'],
    ['src/sandbox/server.ts', 'node:http'],
    ['src/app/fixtures/store.ts', 'src/client/exchange.ts'],
    ['src/protocol/messages.ts', 'src/client/records/tweet.ts'],
    ['src/protocol/messages.ts', 'src/client/exchange.ts', 'type'],
    ['src/webview/thread/main.ts', 'src/protocol/messages.ts'],
    ['src/webview/thread/main.ts', 'lit/decorators.js'],
    ['src/webview/thread/main.ts', '@tanstack/lit-virtual'],
    ['src/webview/thread/main.ts', 'src/client/records/tweet.ts', 'type'],
    ['src/webview/results/main.ts', 'src/client/search/parseQuery.ts'],
    ['src/webview/thread/main.ts', '@vscode-elements/elements/dist/vscode-button/index.js'],
    ['src/host/users/index.ts', 'vscode'],
    ['src/host/users/index.ts', 'src/host/shared/services.ts'],
    ['src/host/users/index.ts', 'src/host/services/keys.ts'],
    ['src/host/users/index.ts', 'src/host/activity/spend.ts', 'type'],
    ['src/extension.ts', 'src/sandbox/start.ts'],
    ['src/extension.ts', 'vscode'],
    ['src/build/generate.mts', 'src/app/requests/form.ts'],
    ['test/unit/client/wire.test.ts', 'src/client/wire.ts'],
    ['test/vscode/lookUp.test.ts', 'vscode'],
  ];
  for (const [from, to, kind] of allowed) {
    it(`lets ${from} import ${kind === 'type' ? 'types of ' : ''}${to}`, () => {
      assert.deepEqual(faults(edge(from, to, kind)), []);
    });
  }

  const forbidden: readonly (readonly [string, string, ImportEdge['kind']?])[] = [
    ['src/client/client.ts', 'vscode'],
    ['src/client/client.ts', 'vscode', 'type'],
    ['src/client/client.ts', 'undici'],
    ['src/client/transports/hostFetch.ts', 'undici'],
    ['src/client/client.ts', 'src/sandbox/server.ts'],
    ['src/client/client.ts', 'src/app/requests/form.ts', 'type'],
    ['src/client/endpoints/primary/users.ts', 'node:fs'],
    ['src/client/records/user.ts', 'node:util', 'type'],
    ['src/client/search/parseQuery.ts', 'node:path'],
    ['src/client/upstream/tweet.ts', 'node:buffer'],
    ['src/app/requests/form.ts', 'src/sandbox/server.ts'],
    ['src/app/requests/form.ts', 'node:fs'],
    ['src/app/cost/cost.ts', 'vscode'],
    ['src/app/cost/cost.ts', 'vscode', 'type'],
    ['src/app/cost/cost.ts', 'lit'],
    ['src/app/cost/cost.ts', 'd3-scale'],
    ['src/app/cost/cost.ts', 'node:fs'],
    ['src/app/cost/cost.ts', 'src/store/store.ts', 'type'],
    ['src/app/thread/threadLines.ts', 'src/protocol/threadContract.ts'],
    ['src/app/cost/cost.ts', 'src/host/shared/services.ts', 'type'],
    ['src/client/client.ts', 'src/app/cost/cost.ts'],
    ['src/client/client.ts', 'src/text/stripHiddenCharacters.ts'],
    ['src/text/stripHiddenCharacters.ts', 'src/client/client.ts', 'type'],
    ['src/text/stripHiddenCharacters.ts', 'node:util'],
    ['src/store/store.ts', 'src/app/cost/cost.ts'],
    ['src/app/cost/cost.ts', 'src/webview/shared/translate.ts'],
    ['src/host/users/index.ts', '@vscode/l10n'],
    ['src/sandbox/server.ts', 'vscode'],
    ['src/sandbox/server.ts', 'src/app/fixtures/store.ts'],
    ['src/app/fixtures/store.ts', 'vscode', 'type'],
    ['src/app/fixtures/store.ts', 'src/host/shared/services.ts', 'type'],
    ['src/protocol/messages.ts', 'src/client/client.ts'],
    ['src/protocol/messages.ts', 'node:fs'],
    ['src/webview/thread/main.ts', 'node:fs'],
    ['src/webview/thread/main.ts', 'vscode'],
    ['src/webview/thread/main.ts', 'src/app/fixtures/store.ts'],
    ['src/webview/thread/main.ts', 'src/host/shared/services.ts', 'type'],
    ['src/webview/thread/main.ts', 'src/client/records/tweet.ts'],
    ['src/host/users/index.ts', 'src/sandbox/server.ts'],
    ['src/host/users/index.ts', 'src/sandbox/server.ts', 'type'],
    ['src/host/users/index.ts', 'src/build/check.mts'],
    ['src/host/users/index.ts', 'src/host/lists/index.ts'],
    ['src/host/users/index.ts', 'undici'],
    ['src/extension.ts', 'src/build/check.mts'],
    ['src/extension.ts', 'test/support/temporaryProject.ts'],
    ['src/client/client.ts', 'lodash'],
    ['test/unit/host/users/index.test.ts', 'vscode'],
    ['test/table/table.test.ts', 'vscode'],
  ];
  for (const [from, to, kind] of forbidden) {
    it(`does not let ${from} import ${kind === 'type' ? 'types of ' : ''}${to}`, () => {
      const [fault, ...others] = faults(edge(from, to, kind));
      assert.match(fault ?? '', new RegExp(`^${from} imports (types of )?${to}: `));
      assert.deepEqual(others, []);
    });
  }

  it('does not let a product file work out at run time what it imports', () => {
    assert.equal(faults(edge('src/client/client.ts', 'something', 'computed')).length, 1);
    assert.deepEqual(faults(edge('src/build/generate.mts', 'something', 'computed')), []);
  });

  it('knows no folder but its own', () => {
    assert.deepEqual(findLayerFaults(['src/helpers/text.ts', 'src/main.ts', 'src/client/client.ts'], []), [
      'src/helpers/text.ts is in no folder of the layer table',
      'src/main.ts is in no folder of the layer table',
    ]);
    assert.equal(faults(edge('src/client/client.ts', 'src/helpers/text.ts')).length, 1);
  });
});

describe('circles of imports', () => {
  it('are reported between folders beside each other, types included, at any depth', () => {
    assert.deepEqual(
      faults(
        edge('src/client/records/user.ts', 'src/client/search/filters.ts', 'type'),
        edge('src/client/search/filters.ts', 'src/client/endpoints/table.ts'),
        edge('src/client/endpoints/primary/users.ts', 'src/client/records/user.ts'),
      ),
      ['the folders endpoints, records, search of src/client import each other in a circle'],
    );
    assert.deepEqual(
      faults(
        edge('src/sandbox/answers/primary/users.ts', 'src/sandbox/answers/gateway/lists.ts'),
        edge('src/sandbox/answers/gateway/spaces.ts', 'src/sandbox/answers/primary/lists.ts'),
      ),
      ['the folders gateway, primary of src/sandbox/answers import each other in a circle'],
    );
  });

  it('are no matter between a folder and what stands above it', () => {
    assert.deepEqual(
      faults(
        edge('src/client/client.ts', 'src/client/policies/send.ts', 'type'),
        edge('src/client/policies/send.ts', 'src/client/endpoint.ts', 'type'),
      ),
      [],
    );
  });

  it('are reported between files that need values or types of each other', () => {
    const circle = ['the files src/client/client.ts, src/client/pages.ts import each other in a circle'];
    for (const kind of ['value', 'type'] as const) {
      const there = edge('src/client/client.ts', 'src/client/pages.ts', kind);
      assert.deepEqual(faults(there, edge('src/client/pages.ts', 'src/client/client.ts')), circle);
      assert.deepEqual(faults(there, edge('src/client/pages.ts', 'src/client/client.ts', 'type')), circle);
    }
  });

  it('are reported between files that name each other through a third one', () => {
    assert.deepEqual(
      faults(
        edge('src/store/database.ts', 'src/store/store.ts', 'type'),
        edge('src/store/store.ts', 'src/store/rows.ts', 'type'),
        edge('src/store/rows.ts', 'src/store/database.ts', 'type'),
      ),
      ['the files src/store/database.ts, src/store/rows.ts, src/store/store.ts import each other in a circle'],
    );
  });

  it('do not arise from the record of services, which names the type of each', () => {
    const back = edge('src/host/connection/keys.ts', 'src/host/shared/services.ts', 'type');
    assert.deepEqual(faults(edge('src/host/shared/services.ts', 'src/host/connection/keys.ts', 'type'), back), []);
    assert.equal(faults(edge('src/host/shared/commands.ts', 'src/host/connection/keys.ts', 'type'), back).length, 1);
  });
});

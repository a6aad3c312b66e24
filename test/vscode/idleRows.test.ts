import assert from 'node:assert/strict';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { startMockService } from '../support/countingProxy.ts';
import { childOf, type Exploring, startExploring, texts, tooltipOf } from './support/exploring.ts';
import { paid, setSettings, until } from './support/steps.ts';
import { errorWords, toWordsPattern } from '../support/errorWords.ts';

const ada = { kind: 'user', id: exampleValues.userId, label: { name: 'Ada', handle: exampleValues.handle } } as const;
const reconnected = /^The connection or budget changed\. Load to continue\.$/;

describe('a row whose first page failed', () => {
  let exploring: Exploring;
  beforeEach(async () => {
    exploring = await startExploring('user');
    await exploring.pins.add([ada]);
  });
  afterEach(async () => await exploring.close());

  const rowsOf = async (part: string) => await (await childOf(await childOf(exploring.tree, 'Ada'), part)).children();

  it("shows the failure until its service's connection changes", async () => {
    await exploring.faults([{ match: {}, status: 500, refund: false, times: 1 }]);
    const failed = texts(await rowsOf('Followers'));
    assert.match(failed.join(), toWordsPattern`${errorWords.server.failed} 500.*Retry \(`);
    exploring.keys.keepForSession('gateway', { key: 'of another service', origin: 'http://127.0.0.1:9' });
    exploring.touchSecret('another');
    exploring.reconnect();
    assert.deepEqual(texts(await rowsOf('Followers')), failed);
    assert.equal(await exploring.calls(), 1);
  });

  it('waits for a click once the missing key is set', async () => {
    const mock = await startMockService(() => ({ status: 200, headers: {}, body: '{}' }));
    const restore = await setSettings(paid({ primary: mock.address }));
    try {
      await until('the setting is read', () =>
        exploring.connections.of('primary')?.baseUrl === mock.address ? true : undefined,
      );
      const needsKey = texts(await rowsOf('Likes'));
      assert.match(needsKey.join(), toWordsPattern`${errorWords.noKey.failed}.* \| Set API Key…`);
      exploring.keys.keepForSession('primary', { key: 'the one that was missing', origin: mock.address });
      const ready = await rowsOf('Likes');
      assert.match(texts(ready).join(), /^Not loaded \| Load \(/);
      const ada = await childOf(exploring.tree, 'Ada');
      assert.match(texts(await ada.children()).join('\n'), /^Likes \| (?:≈\$|price unknown)/m);
      assert.match(ready.map(tooltipOf).join(), reconnected);
      assert.deepEqual(mock.requests, []);
    } finally {
      await restore();
      await mock.close();
    }
  });
});

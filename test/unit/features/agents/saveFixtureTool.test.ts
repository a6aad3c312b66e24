import assert from 'node:assert/strict';
import type { FixtureSaveResult, FixtureSaveRequest } from '../../../../src/features/agents/agentServices.ts';
import { agentTools } from '../../../../src/features/agents/runTool.ts';
import { storeFolder } from '../../store/support/testStore.ts';
import { agentDesk, outside } from './support/agentDesk.ts';

const saved: FixtureSaveResult = { kind: 'saved', path: 'fixtures/userByUsername/ada.json', change: 'new' };

describe('save_fixture', () => {
  /** A desk with one stored response, and the requests to save it. */
  async function deskWith(save: FixtureSaveResult | undefined, folder = storeFolder('memory')) {
    const wishes: FixtureSaveRequest[] = [];
    const desk = await agentDesk(folder, {
      connection: { kind: 'sandbox' },
      reply: () => ({ body: { data: { id: '1', username: 'ada' } } }),
      ...(save === undefined
        ? {}
        : {
            saveFixture: async (wish) => {
              wishes.push(wish);
              return await Promise.resolve(save);
            },
          }),
    });
    const { response = '' } = (await desk.run('look_up', { text: '@ada' })).facts;
    return { desk, response, wishes, [Symbol.dispose]: () => folder[Symbol.dispose]() };
  }

  it('is the only tool that changes files', () => {
    assert.deepEqual(
      agentTools.filter(({ writes }) => writes === true).map(({ name }) => name),
      ['save_fixture'],
    );
  });

  it('saves the response, as received or pseudonymized, and states its path between the marks', async () => {
    using at = await deskWith(saved);
    const sent = at.desk.transport.requests.length;
    const { text, facts } = await at.desk.run('save_fixture', { response: at.response });
    assert.match(text, /^Saved\. [\s\S]*\n\|fixtures\/userByUsername\/ada\.json\n/);
    assert.ok(!outside(text).includes('userByUsername'));
    assert.deepEqual([facts.isError, facts.cost.call], [false, '0.00']);
    await at.desk.run('save_fixture', { response: at.response, name: 'ada', pseudonymize: true });
    assert.deepEqual(
      at.wishes.map(({ exchange, ...wish }) => [exchange.id, wish]),
      [
        [at.response, { name: undefined, isPseudonymized: false }],
        [at.response, { name: 'ada', isPseudonymized: true }],
      ],
    );
    assert.equal(at.desk.transport.requests.length, sent);
  });

  it('also saves error responses, because tests need them', async () => {
    using folder = storeFolder('memory');
    const wishes: FixtureSaveRequest[] = [];
    const desk = await agentDesk(folder, {
      ...{ connection: { kind: 'sandbox' }, reply: () => ({ status: 404, body: { error: 'gone' } }) },
      saveFixture: async (wish) => await Promise.resolve((wishes.push(wish), saved)),
    });
    await desk.run('look_up', { text: '@ada' });
    const [stored] = desk.store.exchanges.newest({ limit: 1 }).items;
    assert.equal(stored?.status, 404);
    assert.equal((await desk.run('save_fixture', { response: stored.id })).facts.isError, false);
    assert.equal(wishes[0]?.exchange.status, 404);
  });

  it('rejects invalid file names and unknown responses before writing', async () => {
    using at = await deskWith(saved);
    for (const name of ['a/b', '../x', 'con', '.git', ' ', 'a'.repeat(81), 'a\nb', 'ada.json']) {
      const { text, facts } = await at.desk.run('save_fixture', { response: at.response, name });
      assert.deepEqual(facts.fault, { kind: 'input', fixableBy: 'agent' }, name);
      assert.match(text, /Send instead: \{"response":"[^"]+","name":"ada-profile"\}/);
    }
    assert.match(
      (await at.desk.run('save_fixture', { response: 'none' })).text,
      /No response with this ID is in history\. Send instead:/,
    );
    assert.deepEqual(at.wishes, []);
  });

  for (const [save, kind, fixableBy, said] of [
    [{ kind: 'refused', reason: 'taken' }, 'input', 'agent', /Nothing was replaced\. Send instead: another name/],
    [{ kind: 'refused', reason: 'left' }, 'consent', 'person', /Nothing was saved\. Don't ask again/],
    [{ kind: 'refused', reason: 'noFolder' }, 'off', 'person', /No folder is open/],
    [{ kind: 'refused', reason: 'key' }, 'off', 'agent', /an API key from this machine/],
    [{ kind: 'refused', reason: 'notPseudonymized' }, 'off', 'person', /can't be pseudonymized/],
    [{ kind: 'refused', reason: 'stopped' }, 'stopped', 'person', /stopped agents/],
    [{ kind: 'failed', said: 'fixtures/x is a link.' }, 'storage', 'person', /\n\|fixtures\/x is a link\.\n/],
    [undefined, 'off', 'person', /no fixtures folder is set/],
  ] as const) {
    it(`says what to do if saving was ${save === undefined ? 'not offered' : JSON.stringify(save)}`, async () => {
      using at = await deskWith(save);
      const { text, facts } = await at.desk.run('save_fixture', { response: at.response });
      assert.deepEqual(facts.fault, { kind, fixableBy });
      assert.match(text, said);
      assert.ok(!outside(text).includes('fixtures/x'));
    });
  }

  it('passes Stop to the save', async () => {
    using folder = storeFolder('memory');
    const signals: AbortSignal[] = [];
    const desk = await agentDesk(folder, {
      ...{ connection: { kind: 'sandbox' }, reply: () => ({ body: { data: { id: '1', username: 'ada' } } }) },
      saveFixture: async (_, stop) => {
        signals.push(stop);
        return await Promise.resolve(saved);
      },
    });
    const { response } = (await desk.run('look_up', { text: '@ada' })).facts;
    await desk.run('save_fixture', { response });
    desk.services.consents.revoke();
    assert.equal(signals[0]?.aborted, true);
  });
});

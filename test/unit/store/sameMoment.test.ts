import assert from 'node:assert/strict';
import { propertyRuns } from '../../support/propertyRuns.ts';
import { callerPrice } from './support/answerTo.ts';
import { startCountingService } from './support/countingService.ts';
import { startWindowProcess } from './support/startWindowProcess.ts';
import { after } from './support/startCaller.ts';
import { storeFolder } from './support/testStore.ts';

const day = '2026-08-01';
/** How many questions are asked at the same moment. */
const atOnce = 20;

/** Each in an order of its own. */
function shuffled<T>(items: readonly T[]): readonly T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

function questionsOf(round: number): readonly string[] {
  return Array.from({ length: atOnce }, (_, index) => `q${round * atOnce + index}`);
}

describe('two processes that ask the same questions at the same moments', () => {
  it('buy each question once, and both have every answer', async () => {
    using folder = storeFolder();
    await using service = await startCountingService();
    const windows = ['a', 'b'].map((name) => startWindowProcess(folder.path, name, service.origin));
    await Promise.all(windows.map(({ ready }) => ready));
    const rounds = propertyRuns(10_000, 160) / atOnce;
    for (let round = 0; round < rounds; round += 1) {
      const questions = questionsOf(round);
      await Promise.all(windows.map(({ ask }) => ask(shuffled(questions))));
    }
    await Promise.all(windows.map(({ end }) => end()));
    const total = rounds * atOnce;
    const said = windows.flatMap((window) => window.said());
    assert.deepEqual([...after(said, 'notice'), ...after(said, 'failed')], []);
    assert.deepEqual(after(said, 'ready'), ['disk', 'disk']);
    const twice = [...service.requestedBy].filter(([, by]) => by.length > 1);
    assert.deepEqual(twice, [], 'questions that were bought twice');
    const hows = after(said, 'done').map((line) => line.split(' ')[1]);
    const count = (how: string) => hows.filter((other) => other === how).length;
    assert.deepEqual([hows.length, count('paid'), service.requestedBy.size], [2 * total, total, total]);
    assert.ok(count('joined') > total / 4, `only ${count('joined')} of ${total} were asked while they were under way`);
    const store = await folder.open();
    assert.deepEqual(folder.notices, []);
    const { spent, calls, maybeBilled } = store.spending.sum('real', day, day);
    assert.deepEqual([spent, calls, maybeBilled], [callerPrice * BigInt(total), total, 0]);
  });

  it('ask once more only for a call of one that was killed, which may have been billed', async () => {
    using folder = storeFolder();
    let onRequest: (key: string) => void = () => undefined;
    await using service = await startCountingService((key) => onRequest(key));
    const survivor = startWindowProcess(folder.path, 'survivor', service.origin);
    await survivor.ready;
    const kills = propertyRuns(100, 2);
    const victimsSaid: string[] = [];
    for (let round = 0; round < kills; round += 1) {
      const name = `victim ${round}`;
      const victim = startWindowProcess(folder.path, name, service.origin);
      await victim.ready;
      const questions = questionsOf(round);
      // in every other round the survivor asks only when the victim surely has a call under way
      const meet = Promise.withResolvers<undefined>();
      if (round % 2 === 1) {
        meet.resolve(undefined);
      }
      let left = 1 + (round % 10);
      onRequest = (key) => {
        if (key === name) {
          meet.resolve(undefined);
          left -= 1;
          if (left === 0) {
            victim.kill();
          }
        }
      };
      await Promise.all([victim.ask(shuffled(questions)), meet.promise.then(() => survivor.ask(shuffled(questions)))]);
      victim.kill();
      await victim.end();
      victimsSaid.push(...victim.said());
    }
    await survivor.end();
    const said = survivor.said();
    assert.deepEqual([...after(said, 'notice'), ...after(said, 'failed')], []);
    assert.equal(after(said, 'done').length, kills * atOnce);
    const paidByVictims = new Set(
      after(victimsSaid, 'done').flatMap((line) => (line.endsWith(' paid') ? [line.split(' ')[0]] : [])),
    );
    const twice = [...service.requestedBy].filter(([, by]) => by.length > 1);
    for (const [question, by] of twice) {
      assert.equal(by.length, 2, `${question} was asked by ${by.join(', ')}`);
      assert.ok(by[0]?.startsWith('victim') && by[1] === 'survivor', `${question} was asked by ${by.join(', then by ')}`);
      assert.ok(!paidByVictims.has(question), `${question} was bought again though its answer had been given`);
    }
    assert.ok(twice.length > 0, 'no kill met a call that was under way');
    const store = await folder.open();
    assert.deepEqual(folder.notices, []);
    const lost = [...store.spending.lines()].filter(({ error }) => error === 'lost');
    assert.ok(lost.length >= twice.length, `${lost.length} calls may have been billed, ${twice.length} were asked once more`);
    assert.ok(lost.every(({ spent }) => spent === 'maybe'));
    assert.equal(store.exchanges.size().exchanges, kills * atOnce, 'each answer is kept once');
  });
});

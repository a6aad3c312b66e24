import assert from 'node:assert/strict';
import { RepeatPressGuard } from '../../../../../src/features/explore/host/repeatPressGuard.ts';

describe('RepeatPressGuard', () => {
  const row = {};
  let time: number;
  let loads: number;
  let press: RepeatPressGuard;
  /** Loads a page in a few milliseconds. */
  const load = async (ms: number, of: object = row) => {
    await press.load(of, async () => {
      loads += 1;
      time += ms;
      await Promise.resolve();
    });
  };

  beforeEach(() => {
    time = 1_000_000;
    loads = 0;
    press = new RepeatPressGuard(() => time);
  });

  it('loads one page while a key is held', async () => {
    await load(5);
    time += 500; // the delay before a held key repeats
    for (let repeats = 0; repeats < 100; repeats += 1) {
      await load(5);
      time += 30;
    }
    assert.equal(loads, 1);
  });

  it("ignores a repeat on a slow page's rows", async () => {
    await load(4_000);
    time += 30;
    assert.ok(press.isRepeat(row));
  });

  it('accepts a new press after the key was released', async () => {
    await load(5);
    assert.ok(press.isRepeat(row));
    time += 700;
    assert.ok(!press.isRepeat(row));
    await load(5);
    assert.equal(loads, 2);
  });

  it('always runs `act`, and ignores repeats after it', async () => {
    let acts = 0;
    const act = async () => {
      acts += 1;
      await Promise.resolve();
    };
    await load(5);
    await press.act(row, act);
    time += 300;
    await press.act(row, act);
    assert.equal(acts, 2);
    time += 500;
    assert.ok(press.isRepeat(row));
  });

  it('accepts a press on a different row', async () => {
    await load(5);
    assert.ok(!press.isRepeat({}));
    await load(5, {});
    assert.equal(loads, 2);
  });
});

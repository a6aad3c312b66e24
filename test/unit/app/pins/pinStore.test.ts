import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  isOrderKey,
  createOrderKeyBetween,
  mergePins,
  type PinEntry,
  type PinMemento,
  PinStore,
} from '../../../../src/app/pins/pinStore.ts';
import { propertyRuns } from '../../../support/propertyRuns.ts';

const item = (id: string) => ({ kind: 'user', id, label: { name: `name ${id}` } }) as const;

/** Storage of several windows: each sees what the others wrote only when it is asked to look. */
function sharedMemory() {
  let kept: unknown;
  return {
    kept: () => kept,
    window(): PinMemento & { look(): void } {
      let seen: unknown = kept;
      return {
        get: () => seen,
        update: (_name, value) => {
          seen = value;
          kept = value;
          return Promise.resolve();
        },
        look: () => {
          seen = kept;
        },
      };
    },
  };
}

const entry: fc.Arbitrary<PinEntry> = fc.record(
  {
    kind: fc.constantFrom('user', 'list'),
    id: fc.constantFrom('1', '2', '3'),
    label: fc.record({ name: fc.constantFrom('a', 'b') }, { noNullPrototype: true }),
    order: fc.constantFrom('h', 'i', 'i5'),
    isPinned: fc.boolean(),
    pinnedAt: fc.nat({ max: 3 }),
    changedAt: fc.nat({ max: 3 }),
    labelledAt: fc.nat({ max: 3 }),
  },
  { noNullPrototype: true },
);
const entries = fc.array(entry, { maxLength: 6 });

describe('merging the pins of two windows', () => {
  it('ends with the same in whatever order and how often it is done', () => {
    fc.assert(
      fc.property(entries, entries, entries, (a, b, c) => {
        const [one, two, three] = [a, b, c].map((part) => mergePins(part, []));
        assert.ok(one && two && three);
        assert.deepEqual(mergePins(one, two), mergePins(two, one));
        assert.deepEqual(mergePins(one, one), one);
        assert.deepEqual(mergePins(mergePins(one, two), three), mergePins(one, mergePins(two, three)));
      }),
      { numRuns: propertyRuns(10_000, 300) },
    );
  });
});

describe('the keys of an order', () => {
  it('stand between their neighbours, however often a place is taken', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 200 }), (places) => {
        const keys: string[] = [];
        for (const place of places) {
          const at = place % (keys.length + 1);
          keys.splice(at, 0, createOrderKeyBetween(keys[at - 1] ?? '', keys[at]));
        }
        assert.deepEqual(keys, [...keys].sort());
        assert.equal(new Set(keys).size, keys.length);
        assert.ok(keys.every(isOrderKey));
      }),
    );
  });

  it('stay short where rows are only added at the end', () => {
    let last = '';
    for (let row = 0; row < 1_000; row += 1) {
      last = createOrderKeyBetween(last, undefined);
    }
    assert.ok(last.length < 100, String(last.length));
  });
});

describe('the pins of a window', () => {
  it('keep the order in which they were placed, and move where they are dropped', async () => {
    const pins = new PinStore(sharedMemory().window(), () => 1);
    await pins.place([item('1'), item('2'), item('3')]);
    const ids = () => pins.list('user').map(({ id }) => id);
    assert.deepEqual(ids(), ['1', '2', '3']);
    await pins.place([item('3')], '1');
    assert.deepEqual(ids(), ['3', '1', '2']);
    await pins.place([item('3'), item('1')]);
    assert.deepEqual(ids(), ['2', '3', '1']);
    await pins.place([item('2'), item('3')], '2');
    assert.deepEqual(ids(), ['2', '3', '1'], 'dropped on themselves they stay');
  });

  it('keep when something was pinned over a move, and pin again after it was taken away', async () => {
    let now = 10;
    const pins = new PinStore(sharedMemory().window(), () => now);
    await pins.place([item('1')]);
    now = 20;
    await pins.place([item('1')]);
    assert.equal(pins.list()[0]?.pinnedAt, 10);
    await pins.unpin([item('1')]);
    assert.equal(pins.has('user', '1'), false);
    await pins.place([item('1')]);
    assert.ok((pins.list()[0]?.pinnedAt ?? 0) >= 20);
  });

  it('tell of a change only where there is one', async () => {
    let changes = 0;
    const pins = new PinStore(sharedMemory().window(), () => 1);
    const listening = pins.onDidChange(() => (changes += 1));
    await pins.reread();
    await pins.unpin([item('1')]);
    assert.equal(changes, 0);
    await pins.place([item('1')]);
    assert.equal(changes, 1);
    listening.dispose();
    await pins.unpin([item('1')]);
    assert.equal(changes, 1, 'nobody listens any more');
  });

  it('leave out what does not fit, and keep the rest', () => {
    const good = { ...item('1'), order: 'i', isPinned: true, pinnedAt: 1, changedAt: 1 };
    const memory: PinMemento = {
      get: () => ({ version: 1, entries: [good, null, 'x', { ...good, order: '' }, { ...good, id: 7 }, { ...good, label: {} }] }),
      update: () => Promise.resolve(),
    };
    assert.deepEqual(
      new PinStore(memory, () => 1).list().map(({ id }) => id),
      ['1'],
    );
    for (const kept of [undefined, null, 7, [], { version: 2, entries: [good] }]) {
      assert.deepEqual(new PinStore({ ...memory, get: () => kept }, () => 1).list(), []);
    }
  });

  it('lose nothing in windows that write over each other, and end alike', async () => {
    const act = fc.record({
      window: fc.nat({ max: 2 }),
      what: fc.constantFrom('pin', 'unpin', 'look', 'move', 'relabel'),
      id: fc.integer({ min: 1, max: 6 }).map(String),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 25 }), fc.nat({ max: 5 }), async (acts, skew) => {
        const shared = sharedMemory();
        const memories = [shared.window(), shared.window(), shared.window()];
        let now = 0;
        const windows = memories.map((memory, at) => new PinStore(memory, () => now + at * skew));
        const pinnedByOne = new Map<string, { pins: Set<number>; unpins: number }>();
        for (const { window, what, id } of acts) {
          now += 1;
          const store = windows[window];
          const memory = memories[window];
          assert.ok(store && memory);
          const known = pinnedByOne.get(id) ?? { pins: new Set<number>(), unpins: 0 };
          pinnedByOne.set(id, known);
          if (what === 'look') {
            memory.look();
            await store.reread();
          } else if (what === 'unpin') {
            known.unpins += 1;
            await store.unpin([item(id)]);
          } else if (what === 'relabel') {
            await store.relabel([{ ...item(id), label: { name: `seen at ${now}` } }]);
          } else {
            known.pins.add(window);
            await store.place([item(id)], what === 'move' ? '1' : undefined);
          }
        }
        for (let round = 0; round < 3; round += 1) {
          for (const [at, store] of windows.entries()) {
            memories[at]?.look();
            await store.reread();
          }
        }
        const [first, ...others] = windows.map((store) => store.list());
        for (const other of others) {
          assert.deepEqual(other, first);
        }
        for (const [id, { pins, unpins }] of pinnedByOne) {
          if (pins.size > 0 && unpins === 0) {
            assert.ok(
              first?.some((pin) => pin.id === id),
              `the pin of ${id} was lost`,
            );
          }
        }
      }),
      { numRuns: propertyRuns(10_000, 300) },
    );
  });

  /** Two windows that know the same pins and do not see what the other one does until both look. */
  async function severalWindows(ids: readonly string[]) {
    const shared = sharedMemory();
    const memories = [shared.window(), shared.window()] as const;
    let now = 1;
    const stores = memories.map((memory) => new PinStore(memory, () => (now += 1))) as [PinStore, PinStore];
    const look = async () => {
      for (let round = 0; round < 3; round += 1) {
        for (const [at, store] of stores.entries()) {
          memories[at]?.look();
          await store.reread();
        }
      }
    };
    await stores[0].place(ids.map(item));
    await look();
    return { stores, look, order: () => stores.map((store) => store.list('user').map(({ id }) => id)) };
  }

  it('keep the moves of two windows at once: each pin in front of the one that it was dropped on, those of one move in order', async () => {
    const ids = ['1', '2', '3', '4', '5', '6', '7'];
    const move = fc.record({ moved: fc.subarray(ids, { minLength: 1, maxLength: 3 }), before: fc.constantFrom(...ids) });
    await fc.assert(
      fc.asyncProperty(move, move, async (one, other) => {
        fc.pre(!one.moved.some((id) => other.moved.includes(id)));
        fc.pre(![...one.moved, ...other.moved].some((id) => id === one.before || id === other.before));
        const { stores, look, order } = await severalWindows(ids);
        await stores[0].place(one.moved.map(item), one.before);
        await stores[1].place(other.moved.map(item), other.before);
        await look();
        const [first = [], second] = order();
        assert.deepEqual(second, first);
        assert.deepEqual(first.toSorted(), ids);
        for (const { moved, before } of [one, other]) {
          const places = [...moved, before].map((id) => first.indexOf(id));
          assert.deepEqual(
            places,
            places.toSorted((a, b) => a - b),
            `${moved.join()} before ${before}: ${first.join()}`,
          );
        }
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });

  it('take of two moves of one pin the later one, in both windows', async () => {
    const { stores, look, order } = await severalWindows(['1', '2', '3', '4']);
    await stores[0].place([item('4')], '1');
    await stores[1].place([item('4')], '3');
    await look();
    assert.deepEqual(order(), [
      ['1', '2', '4', '3'],
      ['1', '2', '4', '3'],
    ]);
  });

  it('stand where they are dropped, also between pins that two windows had put at one place', async () => {
    const ids = ['1', '2', '3', '4', '5', '6'];
    await fc.assert(
      fc.asyncProperty(
        fc.subarray(['2', '3', '4', '5', '6'], { minLength: 2, maxLength: 4 }),
        fc.array(fc.record({ id: fc.constantFrom(...ids), before: fc.constantFrom(...ids) }), { minLength: 1, maxLength: 6 }),
        async (clashing, drops) => {
          const { stores, look, order } = await severalWindows(ids);
          for (const [at, id] of clashing.entries()) {
            await stores[at % 2 === 0 ? 0 : 1].place([item(id)], '1');
          }
          await look();
          for (const { id, before } of drops.filter((drop) => drop.id !== drop.before)) {
            const [expected = []] = order();
            const rest = expected.filter((one) => one !== id);
            rest.splice(rest.indexOf(before), 0, id);
            await stores[0].place([item(id)], before);
            assert.deepEqual(order()[0], rest, `${id} before ${before} of ${expected.join()}`);
          }
          await look();
          assert.deepEqual(order()[1], order()[0]);
        },
      ),
      { numRuns: propertyRuns(2_000) },
    );
  });

  it('do not bring back what another window took away when this one, which has not seen it, learns a new label', async () => {
    const shared = sharedMemory();
    const memories = [shared.window(), shared.window()] as const;
    let now = 1;
    const [here, there] = memories.map((memory) => new PinStore(memory, () => now));
    assert.ok(here && there);
    const look = async () => {
      for (const [at, store] of [here, there].entries()) {
        memories[at]?.look();
        await store.reread();
      }
    };
    await here.place([item('1'), item('2')]);
    await look();
    now = 10;
    await there.unpin([item('1')]);
    now = 20;
    await here.relabel(['1', '2'].map((id) => ({ ...item(id), label: { name: 'newer' } })));
    await look();
    await look();
    for (const store of [here, there]) {
      assert.deepEqual(
        store.list().map(({ id, label }) => [id, label.name]),
        [['2', 'newer']],
      );
    }
  });

  it('read what was kept before labels had a time of their own', async () => {
    const { labelledAt: _none, ...old } = { ...item('1'), order: 'i', isPinned: true, pinnedAt: 1, changedAt: 5, labelledAt: 0 };
    const pins = new PinStore({ get: () => ({ version: 1, entries: [old] }), update: () => Promise.resolve() }, () => 9);
    await pins.relabel([{ ...item('1'), label: { name: 'newer' } }]);
    assert.deepEqual(
      pins.list().map(({ label }) => label.name),
      ['newer'],
    );
  });

  it('remember only so many that were taken away', async () => {
    const shared = sharedMemory();
    const pins = new PinStore(shared.window(), () => 1);
    const many = Array.from({ length: 600 }, (_, at) => item(String(at)));
    await pins.place(many);
    await pins.unpin(many);
    assert.equal(pins.list().length, 0);
    assert.ok(JSON.stringify(shared.kept()).length < 200_000);
  });
});

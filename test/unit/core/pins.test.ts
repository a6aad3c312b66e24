import assert from 'node:assert/strict';
import { PinStore } from '../../../src/core/pins.ts';
import { type StoreFolder, storeFolder } from '../store/support/testStore.ts';

const item = (id: string, name = `name ${id}`) => ({ kind: 'user', id, label: { name } }) as const;

describe('PinStore', () => {
  let folder: StoreFolder;
  let now: number;
  beforeEach(() => {
    folder = storeFolder();
    now = 1;
  });
  afterEach(() => folder[Symbol.dispose]());

  const open = () => {
    const pins = new PinStore(
      async () => await folder.open(),
      () => now,
    );
    return { pins, ids: () => pins.list('user').map(({ id }) => id) };
  };

  it('appends pins and moves them to the drop position', async () => {
    const { pins, ids } = open();
    await pins.place([item('1'), item('2'), item('3')]);
    assert.deepEqual(ids(), ['1', '2', '3']);
    await pins.place([item('3')], '1');
    assert.deepEqual(ids(), ['3', '1', '2']);
    await pins.place([item('3'), item('1')]);
    assert.deepEqual(ids(), ['2', '3', '1']);
    await pins.place([item('2'), item('3')], '2');
    assert.deepEqual(ids(), ['2', '3', '1'], 'dropped on themselves they stay');
    await pins.place([{ kind: 'list', id: '9', label: { name: 'a list' } }], '3');
    assert.deepEqual(ids(), ['2', '3', '1'], 'another kind has an order of its own');
  });

  it('adds each pin only once', async () => {
    const { pins, ids } = open();
    await pins.place([item('1'), item('2')]);
    await pins.add([item('1'), item('3'), item('3')]);
    await pins.add([item('1')]);
    assert.deepEqual(ids(), ['1', '2', '3']);
  });

  it("preserves a pin's time when it moves, but not when it is pinned again", async () => {
    const { pins } = open();
    await pins.place([item('1')]);
    now = 20;
    await pins.place([item('1')]);
    assert.equal(pins.list()[0]?.pinnedAt, 1);
    await pins.unpin([item('1')]);
    assert.equal(pins.has('user', '1'), false);
    await pins.place([item('1')]);
    assert.equal(pins.list()[0]?.pinnedAt, 20);
  });

  it('updates the labels of pinned items only', async () => {
    const { pins } = open();
    await pins.place([item('1')]);
    await pins.relabel([item('1', 'newer'), item('2')]);
    assert.deepEqual(
      pins.list().map(({ label }) => label.name),
      ['newer'],
    );
  });

  it('reports only actual changes', async () => {
    let changes = 0;
    const { pins } = open();
    const listening = pins.onDidChange(() => (changes += 1));
    await pins.load();
    await pins.unpin([item('1')]);
    assert.equal(changes, 0);
    await pins.place([item('1')]);
    assert.equal(changes, 1);
    listening.dispose();
    await pins.unpin([item('1')]);
    assert.equal(changes, 1, 'nobody listens any more');
  });

  it('shares pins between windows without lost updates', async () => {
    const [one, other] = [open(), open()];
    await one.pins.place([item('1'), item('2'), item('3')]);
    await other.pins.load();
    let changes = 0;
    other.pins.onDidChange(() => (changes += 1));
    await one.pins.unpin([item('1')]);
    await other.pins.relabel([item('1', 'newer'), item('2', 'newer')]);
    await one.pins.place([item('3')], '2');
    await folder.clock.advance(1_000);
    assert.deepEqual(
      [one.ids(), other.ids()],
      [
        ['3', '2'],
        ['3', '2'],
      ],
    );
    assert.deepEqual(one.pins.list(), other.pins.list());
    assert.equal(changes, 2);
  });
});

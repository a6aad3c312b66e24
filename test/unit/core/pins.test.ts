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

  it('adds each pin only once', async () => {
    const { pins, ids } = open();
    await pins.add([item('1'), item('2')]);
    await pins.add([item('1'), item('3'), item('3')]);
    await pins.add([item('1')]);
    assert.deepEqual(ids(), ['1', '2', '3']);
  });

  it('appends what is pinned again, with its new time', async () => {
    const { pins, ids } = open();
    await pins.add([item('1'), item('2')]);
    await pins.unpin([item('1')]);
    assert.equal(pins.has('user', '1'), false);
    now = 20;
    await pins.add([item('1')]);
    assert.deepEqual(ids(), ['2', '1']);
    assert.equal(pins.list()[1]?.pinnedAt, 20);
  });

  it('updates the label of an item that is pinned on the same connection', async () => {
    const { pins } = open();
    await pins.add([item('1')]);
    await pins.relabel(item('2'));
    await pins.relabel({ ...item('1'), label: { name: 'elsewhere', connection: 'Work' } });
    await pins.relabel(item('1', 'newer'));
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
    await pins.add([item('1')]);
    assert.equal(changes, 1);
    listening.dispose();
    await pins.unpin([item('1')]);
    assert.equal(changes, 1, 'nobody listens any more');
  });

  it('shares pins between windows without lost updates', async () => {
    const [one, other] = [open(), open()];
    await one.pins.add([item('1'), item('2'), item('3')]);
    await other.pins.load();
    let changes = 0;
    other.pins.onDidChange(() => (changes += 1));
    await one.pins.unpin([item('1')]);
    await other.pins.relabel(item('1', 'newer'));
    await other.pins.relabel(item('2', 'newer'));
    await one.pins.add([item('4')]);
    await folder.clock.advance(1_000);
    assert.deepEqual(
      [one.ids(), other.ids()],
      [
        ['2', '3', '4'],
        ['2', '3', '4'],
      ],
    );
    assert.deepEqual(one.pins.list(), other.pins.list());
    assert.equal(changes, 3);
  });
});

import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { type PressableRow as Row, RowsOnScreen } from '../../../../src/features/lookUp/rowsOnScreen.ts';

const user: Row = { label: 'User' };
const storedUser: Row = { label: 'User', reuse: 'only' };
const refresh: Row = { label: 'User: Refresh', reuse: 'never' };
const recent: Row = { label: 'User', stored: {} };

/** Like VS Code's quick pick: a press is a position in the newest list. */
class FakePick {
  items: readonly Row[] = [];
  selectedItems: readonly Row[] = [];
  readonly #listeners: (() => void)[] = [];

  onDidChangeActive(listener: () => void): void {
    this.#listeners.push(listener);
  }

  listArrives(): void {
    for (const listener of this.#listeners) listener();
  }

  press(place: number): void {
    this.selectedItems = this.items.slice(place, place + 1);
  }
}

describe('RowsOnScreen', () => {
  let pick: FakePick;
  let rows: RowsOnScreen<Row>;

  beforeEach(async () => {
    pick = new FakePick();
    rows = new RowsOnScreen<Row>(pick);
    await give(storedUser, recent);
    pick.listArrives();
  });

  it('accepts a press on the rows that are shown', () => {
    assert.equal(pressed(1), recent);
  });

  it('rejects a press until new rows are on screen', async () => {
    await give(storedUser, refresh);
    assert.equal(pressed(1), undefined);
    await turnEnds();
    assert.equal(pressed(1), undefined, 'pressed twice before anything arrived');
    pick.listArrives();
    assert.equal(pressed(1), refresh);
  });

  it('accepts a press on a row that does the same in the new rows', async () => {
    await give(storedUser, refresh);
    assert.equal(pressed(0), storedUser);
  });

  it('rejects a price on a row that was free, and accepts the reverse', async () => {
    await give(user, recent);
    assert.equal(pressed(0), undefined);
    pick.listArrives();
    await give(storedUser, recent);
    assert.equal(pressed(0), storedUser);
  });

  it('rejects a different response or corrected text', async () => {
    await give(storedUser, { ...recent, stored: {} });
    assert.equal(pressed(1), undefined);
    await give({ ...storedUser, replacement: 'tea' });
    assert.equal(pressed(0), undefined);
  });

  it('waits for each of several lists', async () => {
    await give(user, recent);
    await give(refresh);
    pick.listArrives();
    assert.equal(pressed(0), undefined);
    pick.listArrives();
    assert.equal(pressed(0), refresh);
  });

  it('waits once for lists set in one turn, which VS Code sends as one', async () => {
    rows.show([refresh]);
    await give(user);
    pick.listArrives();
    assert.equal(pressed(0), user);
  });

  async function give(...list: readonly Row[]): Promise<void> {
    rows.show(list);
    await turnEnds();
  }

  function pressed(place: number): Row | undefined {
    pick.press(place);
    return rows.acceptPress();
  }
});

/** Lets this turn's timers run. */
async function turnEnds(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 2));
  await setImmediate();
}

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { PinStore } from '../../src/app/pins/pinStore.ts';
import { exportPins, importPins } from '../../src/host/explore/exchangePins.ts';
import { serializePinsForDrag, placeDroppedPins, pin, unpin } from '../../src/host/explore/pinRows.ts';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { answering } from './support/answering.ts';
import { childOf, type Exploring, memoryOf, startExploring, wordsOf } from './support/exploring.ts';

const item = (id: string) => ({ kind: 'user', id, label: { name: `User ${id}`, handle: `u${id.slice(-5)}` } }) as const;

describe('pins', () => {
  let exploring: Exploring;

  beforeEach(async () => {
    exploring = await startExploring('user');
    await exploring.pins.place([item(exampleValues.userId)]);
  });

  afterEach(async () => {
    await exploring.close();
  });

  const ids = () => exploring.pins.list('user').map(({ id }) => id);

  it('are shared by two windows: what one pins the other shows when it looks', async () => {
    const memory = memoryOf();
    const [one, two] = [new PinStore(memory), new PinStore(memory)] as const;
    let changes = 0;
    two.onDidChange(() => (changes += 1));
    await one.place([item('1')]);
    await two.place([item('2')]);
    await one.reread();
    assert.deepEqual(
      one
        .list('user')
        .map(({ id }) => id)
        .toSorted(),
      ['1', '2'],
    );
    await one.unpin([item('2')]);
    await two.reread();
    assert.deepEqual(
      two.list('user').map(({ id }) => id),
      ['1'],
    );
    assert.ok(changes >= 2);
  });

  it('are there again in a window that is opened later', async () => {
    const memory = memoryOf();
    const first = new PinStore(memory);
    await first.place([item('1'), item('2')]);
    const later = new PinStore(memory);
    assert.deepEqual(
      later.list().map(({ label }) => label.name),
      ['User 1', 'User 2'],
    );
  });

  it('are made and taken away from rows, all that are selected at once, without a call of their own', async () => {
    const followers = await childOf(await childOf(exploring.tree, /^User/), 'Followers');
    const [first, second, third] = await followers.children();
    assert.ok(first && second && third);
    const calls = await exploring.calls();
    await pin(exploring.pins, [first, second]);
    assert.equal(ids().length, 3);
    assert.ok(wordsOf(first).includes('pinned'));
    assert.ok(wordsOf(third).includes('pinnable'));
    await unpin(exploring.pins, [second]);
    await unpin(exploring.pins, [first]);
    assert.deepEqual(ids(), [exampleValues.userId]);
    assert.equal(await exploring.calls(), calls);
  });

  it('are made by dragging rows into the view of their kind, in front of what they are dropped on', async () => {
    const account = await childOf(exploring.tree, /^User/);
    const [first, second] = await (await childOf(account, 'Followers')).children();
    assert.ok(first && second);
    const text = serializePinsForDrag([first, second, account]);
    await placeDroppedPins(exploring.pins, 'user', account, text);
    assert.equal(ids().length, 3);
    assert.equal(ids()[2], exampleValues.userId);
    await placeDroppedPins(exploring.pins, 'user', undefined, serializePinsForDrag([first]));
    assert.equal(first.id.endsWith(ids()[2] ?? 'nothing'), true, 'dropped on nothing it goes to the end');
    const before = exploring.pins.list();
    await placeDroppedPins(exploring.pins, 'list', undefined, text);
    for (const foreign of [undefined, '', '{', '{"kind":"user"}', '[{"kind":"post","id":"1","label":{"name":"x"}}]']) {
      await placeDroppedPins(exploring.pins, 'user', undefined, foreign);
    }
    assert.deepEqual(exploring.pins.list(), before);
  });

  it('offers nothing to drag for posts and rows that only state something', async () => {
    const posts = await (await childOf(await childOf(exploring.tree, /^User/), 'Posts')).children();
    assert.equal(serializePinsForDrag(posts), undefined);
  });

  it('travel as a file, and what is there already stays where it is', async () => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(folder);
    const file = vscode.Uri.joinPath(folder, 'pins.json');
    await exploring.pins.place([item('7')]);
    {
      using person = answering({ file });
      await exportPins(exploring.pins);
      assert.match(person.asked.join(), /Exported 2 pins/);
    }
    await exploring.pins.unpin([item('7')]);
    using person = answering({ file });
    await importPins(exploring.pins);
    assert.match(person.asked.join(), /Imported 1 pin\. Already there: 1\./);
    assert.deepEqual(ids(), [exampleValues.userId, '7']);
  });

  it('say what is wrong with a file, change nothing and spend nothing', async () => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(folder);
    const file = vscode.Uri.joinPath(folder, 'wrong.json');
    const before = exploring.pins.list();
    for (const text of ['{', '{"version":1,"pins":[{"kind":"user","id":7}]}']) {
      await vscode.workspace.fs.writeFile(file, Buffer.from(text));
      using person = answering({ file });
      await importPins(exploring.pins);
      assert.match(person.asked.join(), /could not be imported: .*Nothing was spent/);
    }
    using person = answering({ file: vscode.Uri.joinPath(folder, 'none.json') });
    await importPins(exploring.pins);
    assert.match(person.asked.join(), /could not be imported/);
    assert.deepEqual(exploring.pins.list(), before);
  });
});

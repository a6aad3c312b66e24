import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { StoredNames } from '../../../../src/core/records/storedNames.ts';
import type { NameOrigin } from '../../../../src/core/connections/responseConnection.ts';
import { type AnyRecord, readRecord } from '../../../../src/client/records/readRecord.ts';

const here: NameOrigin = { baseUrl: 'https://api.example.test', isMadeUp: false };
const sandbox: NameOrigin = { baseUrl: 'http://127.0.0.1:4000', isMadeUp: true };
const isHere = (origin: NameOrigin) => origin === here;

function user(id: string, username: string, name = 'Somebody'): AnyRecord {
  return readRecord('user', { id, username, name });
}

describe('StoredNames', () => {
  it('finds users by part of a handle or name, including post authors and list owners', () => {
    const names = new StoredNames();
    const author = { id: '1', username: 'ada_writes', name: 'Ada Verne' };
    names.add(here, 1, [
      readRecord('post', { id: '9', text: 'coffee', author }),
      readRecord('list', { id: '7', name: 'Map makers', owner: { id: '2', username: 'river_desk', name: 'River Desk' } }),
      readRecord('community', { id: '8', name: 'Maps of Ada' }),
    ]);
    const found = (typed: string) => names.matching(typed, isHere, 10).map(({ subject, id }) => `${subject} ${id ?? ''}`);
    assert.deepEqual(found('@ADA_w'), ['user 1']);
    assert.deepEqual(found('verne'), ['user 1']);
    assert.deepEqual(found('ada').toSorted(), ['community 8', 'user 1']);
    assert.deepEqual(found('river'), ['user 2']);
    assert.deepEqual(found('makers'), ['list 7']);
    assert.deepEqual(found('8'), ['community 8']);
    assert.deepEqual(found('nobody'), []);
    assert.deepEqual(found(' @ '), []);
  });

  it('sorts names by word beginnings, then by time', () => {
    const names = new StoredNames();
    names.add(here, 3, [user('1', 'granada')]);
    names.add(here, 1, [user('2', 'ada_old')]);
    names.add(here, 2, [user('3', 'ada_new')]);
    assert.deepEqual(
      names.matching('ada', isHere, 2).map(({ id }) => id),
      ['3', '2'],
    );
  });

  it('maps handles to ids and back using the newest response', () => {
    for (const order of [
      [1, 2],
      [2, 1],
    ]) {
      const names = new StoredNames();
      for (const at of order) {
        names.add(here, at, [user('1', at === 1 ? 'ada_before' : 'Ada_Writes')]);
      }
      assert.equal(names.idOf('ada_writes', isHere), '1');
      assert.equal(names.handleOf('1', isHere), 'Ada_Writes');
      assert.equal(names.idOf('ada_before', isHere), undefined, 'a handle that its user gave up may be of another one');
    }
  });

  it('preserves an id that a newer response leaves out', () => {
    const names = new StoredNames();
    names.add(here, 1, [user('1', 'ada_writes')]);
    names.add(here, 2, [readRecord('user', { username: 'ada_writes', name: 'Ada' })]);
    assert.equal(names.idOf('ada_writes', isHere), '1');
  });

  it('keeps sandbox names separate', () => {
    const names = new StoredNames();
    names.add(sandbox, 1, [user('1', 'ada_writes')]);
    assert.equal(names.idOf('ada_writes', isHere), undefined);
    assert.equal(names.handleOf('1', isHere), undefined);
    assert.deepEqual([names.matching('ada', isHere, 5), names.handles(isHere, 5)], [[], []]);
    assert.deepEqual(
      names.handles(() => true, 5),
      ['ada_writes'],
    );
  });
});

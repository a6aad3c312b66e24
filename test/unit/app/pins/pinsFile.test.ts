import assert from 'node:assert/strict';
import { PinsFileError, readPinsFile, toPinsFile } from '../../../../src/app/pins/pinsFile.ts';

const pin = {
  kind: 'user',
  id: '1500000000000000001',
  label: { name: 'Ada', handle: 'ada_writes', followers: 3, world: 'sandbox' },
  pinnedAt: 5,
} as const;

function faultOf(change: Readonly<Record<string, unknown>>): string {
  const file = { version: 1, pins: [{ kind: pin.kind, id: pin.id, label: pin.label, ...change }] };
  return faultOfText(JSON.stringify(file));
}

function faultOfText(text: string): string {
  try {
    readPinsFile(text);
  } catch (error) {
    assert.ok(error instanceof PinsFileError);
    return error.message;
  }
  return '';
}

describe('a file of pins', () => {
  it('brings back what was exported, in its order, ids exact', () => {
    const pins = [
      pin,
      { ...pin, kind: 'list', id: '9007199254740993' } as const,
      { ...pin, kind: 'space', id: '1AbCdEfGhIjKl' } as const,
      { ...pin, kind: 'trend', id: '#a tide', label: { name: 'Tide', query: '#a tide', posts: 3 } } as const,
    ];
    assert.deepEqual(
      readPinsFile(toPinsFile(pins)),
      pins.map(({ kind, id, label }) => ({ kind, id, label })),
    );
  });

  it('names the place that does not fit and says what would', () => {
    assert.equal(faultOfText('{'), 'it is not JSON');
    assert.equal(faultOfText('[]'), 'the file: takes an object');
    assert.equal(faultOfText('{"version":2,"pins":[]}'), 'version: takes 1');
    assert.equal(faultOfText('{"version":1,"pins":{}}'), 'pins: takes an array');
    assert.equal(faultOf({ kind: 'post' }), 'pins.0.kind: takes user, list, community, space, trend');
    assert.equal(faultOf({ kind: 'space', id: 'a b' }), 'pins.0.id: takes letters, digits and underscores, at most 30');
    assert.equal(faultOf({ kind: 'trend', id: '' }), 'pins.0.id: takes a text of 1 to 300 characters');
    assert.equal(faultOf({ id: 15 }), 'pins.0.id: takes digits only, in quotes, at most 30');
    assert.equal(faultOf({ label: {} }), 'pins.0.label.name: takes a text of 1 to 300 characters');
    assert.equal(faultOf({ label: { name: 'a', followers: -1 } }), 'pins.0.label.followers: takes a whole number');
    assert.match(
      faultOf({ label: { name: 'a', about: 'b'.repeat(301) } }),
      /^pins\.0\.label\.about: takes a text of at most 300/,
    );
    assert.match(faultOf({ label: { name: 'a', world: 'mars' } }), /^pins\.0\.label\.world: takes platform, sandbox or /);
    assert.match(faultOf({ label: { name: 'a', script: 'x' } }), /^pins\.0\.label: takes name, handle, .* only$/);
    assert.match(faultOfText(JSON.stringify({ version: 1, pins: Array.from({ length: 1_001 }, () => pin) })), /at most 1000/);
  });
});

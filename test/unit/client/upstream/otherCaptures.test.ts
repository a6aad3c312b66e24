import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { readUpstream } from '../../../../src/client/upstream/readUpstream.ts';
import { capturesFolder } from '../../../support/captures.ts';

const folder = join(capturesFolder ?? '', '../other');

/** Bodies in addition to the captures, with what is read and what isn't. */
const expected: Readonly<Record<string, { readonly kinds: readonly string[]; readonly unread: readonly string[] }>> = {
  AudioSpaceById: { kinds: ['space', 'tweet'], unread: [] },
  AudioSpaceSearch: { kinds: ['space', 'space', 'space'], unread: [] },
  // made-up posts with words as ids
  'BookmarkSearchTimeline 1': { kinds: [], unread: ['A post has no ID', 'A post has no ID'] },
  'BookmarkSearchTimeline 2': { kinds: [], unread: ['A post has no ID'] },
};

describe('readUpstream on other bodies from the platform', () => {
  it("reads each one's records, and reports what it can't read", () => {
    for (const file of readdirSync(folder)) {
      const [operation = '', , sort = ''] = file.replace('.json', '').split('__');
      const number = /^synthetic-(\d)$/.exec(sort)?.[1];
      const known = expected[number === undefined ? operation : `${operation} ${number}`];
      assert.ok(known, `${file} is new: say what is read of it`);
      const { records, warnings } = readUpstream(readFileSync(join(folder, file), 'utf8'));
      assert.deepEqual(
        records.map(({ kind }) => kind),
        known.kinds,
        file,
      );
      assert.deepEqual(
        warnings.map(({ message }) => message.split(',')[0]),
        known.unread,
        file,
      );
    }
  });
});

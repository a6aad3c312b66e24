import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { readUpstream } from '../../../../src/client/upstream/readUpstream.ts';
import { capturesFolder } from '../../../support/captures.ts';

const folder = join(capturesFolder ?? '', '../other');

/** What is read of each kind of body beside the captures, and what is not. */
const expected: Readonly<Record<string, { readonly kinds: readonly string[]; readonly unread: readonly string[] }>> = {
  AudioSpaceById: { kinds: ['space', 'tweet'], unread: [] },
  AudioSpaceSearch: { kinds: ['space', 'space', 'space'], unread: [] },
  // made-up posts, whose ids are words: no id of the platform is
  'BookmarkSearchTimeline 1': { kinds: [], unread: ['A post has no ID', 'A post has no ID'] },
  'BookmarkSearchTimeline 2': { kinds: [], unread: ['A post has no ID'] },
};

describe('readUpstream on other bodies of the platform', () => {
  it('reads what each of them holds, and says what it does not read', () => {
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

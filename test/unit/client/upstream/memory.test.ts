import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { measurePeaks } from './memory/peakMemory.ts';

/** The whole size that is promised in a soak, a part of it else, so that the quick suite stays quick. */
const bytes = process.env['SOAK'] === '1' ? 50_000_000 : 12_000_000;

describe('readUpstream of a large body', function () {
  this.timeout(120_000);

  it('reads every post of it with less than 2.5 times the peak memory of JSON.parse', async () => {
    const { parse, read, posts, records } = await measurePeaks(bytes);
    assert.equal(records, posts);
    assert.ok(read < 2.5 * parse, `${Math.round(read)} MB against ${Math.round(parse)} MB`);
  });
});

import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { describe, it } from 'mocha';
import { formatIsoSecondsFromMsText, formatIsoSeconds } from '../../../../src/client/upstream/readEntities.ts';
import { formatUpstreamDate } from '../../../../src/sandbox/upstream/upstreamText.ts';

const moments = fc.integer({ min: 0, max: 253_402_300_799_999 });
const iso = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

describe('formatIsoSeconds', () => {
  it('formats any time like Date, from each notation', () => {
    fc.assert(
      fc.property(moments, (ms) => {
        assert.equal(formatIsoSeconds(ms), iso(ms));
        assert.equal(formatIsoSeconds(formatUpstreamDate(ms)), iso(ms));
        assert.equal(formatIsoSeconds(new Date(ms).toISOString()), iso(ms));
        assert.equal(formatIsoSecondsFromMsText(String(ms)), iso(ms));
      }),
      { numRuns: 2000, examples: [[951_782_400_000], [0], [253_402_300_799_999], [4_107_542_399_000]] },
    );
  });

  it('returns undefined for other values', () => {
    const odd = [
      '',
      'yesterday',
      'Wed Oct 10 20:19:24 +0100 2018',
      'Wed Okt 10 20:19:24 +0000 2018',
      'Wed Oct 1x 20:19:24 +0000 2018',
    ];
    for (const value of [...odd, -1, Number.NaN, Number.POSITIVE_INFINITY, 253_402_300_800_000, null, undefined, {}, []]) {
      assert.equal(formatIsoSeconds(value), undefined);
    }
  });
});

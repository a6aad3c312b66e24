import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { parseHttpDate } from '../../../src/client/httpDate.ts';

const at = Date.UTC(1994, 10, 6, 8, 49, 37);
const dates = {
  'Sun, 06 Nov 1994 08:49:37 GMT': at,
  'Sunday, 06-Nov-94 08:49:37 GMT': at,
  'Sun Nov  6 08:49:37 1994': at,
  'Sun Nov  6 08:49:37 UTC 1994': at,
  'Sun, 06 Nov 1994 08:49:37': at,
  'Sun, 06 Nov 1994 08:49:37 -0200': at + 2 * 3_600_000,
  'Sun, 06 Nov 1994 08:49:37 EST': at + 5 * 3_600_000,
} as const;

describe('a date of HTTP', () => {
  for (const timeZone of ['UTC', 'Asia/Tokyo', 'America/Los_Angeles']) {
    it(`is the same time in each of its formats, read in ${timeZone}`, async () => {
      const script = `
        const { parseHttpDate } = await import('./src/client/httpDate.ts');
        const { readRetryAfterMs } = await import('./src/client/toAnswerError.ts');
        const dates = JSON.parse(process.argv[1]);
        const wait = (after, date) => readRetryAfterMs({ headers: { 'retry-after': after, date }, sentAt: 0, durationMs: 0 });
        console.log(JSON.stringify({
          offset: new Date(${at}).getTimezoneOffset(),
          times: Object.fromEntries(dates.map((date) => [date, parseHttpDate(date)])),
          waits: [
            wait('Sun Nov  6 08:49:47 1994', 'Sun, 06 Nov 1994 08:49:37 GMT'),
            wait('Sun, 06 Nov 1994 08:49:47 GMT', 'Sun Nov  6 08:49:37 1994'),
          ],
        }));`;
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['--input-type=module', '-e', script, JSON.stringify(Object.keys(dates))],
        { env: { ...process.env, TZ: timeZone } },
      );
      const { offset, times, waits } = JSON.parse(stdout) as Record<string, unknown>;
      assert.equal(offset, { UTC: 0, 'Asia/Tokyo': -540, 'America/Los_Angeles': 480 }[timeZone], 'the zone is in force');
      assert.deepEqual(times, dates);
      assert.deepEqual(waits, [10_000, 10_000]);
    });
  }

  it('is nothing else', () => {
    for (const text of [
      '',
      '-5',
      '0',
      'soon',
      '2027',
      '1994-11-06',
      'Sunday',
      'Sun, soon',
      'Nov 6 1994',
      'Sun, 06 Nov 1994 08:49:37 CEST',
    ]) {
      assert.equal(parseHttpDate(text), undefined, text);
    }
  });
});

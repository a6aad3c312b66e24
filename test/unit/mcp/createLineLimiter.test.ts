import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { createLineLimiter } from '../../../src/mcp/createLineLimiter.ts';

const long = 'x'.repeat(1024 * 1024);

/** What is passed on of some bytes that come in parts, and the ids of what was refused. */
async function pass(bytes: Buffer, ends: readonly number[]) {
  const refused: unknown[] = [];
  const lines = createLineLimiter((id) => refused.push(id));
  const passed = text(lines);
  let from = 0;
  for (const end of [...ends.toSorted((a, b) => a - b), bytes.length]) {
    lines.write(bytes.subarray(from, end));
    from = end;
  }
  lines.end();
  return { passed: await passed, refused };
}

describe('lines that are bounded', () => {
  it('are those that came, wherever their parts end', async () => {
    const line = fc.stringMatching(/^[^\n]{0,40}$/);
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.array(fc.nat()), async (given, ends) => {
        const bytes = Buffer.from(given.map((one) => `${one}\n`).join(''));
        const { passed, refused } = await pass(
          bytes,
          ends.map((end) => end % (bytes.length + 1)),
        );
        assert.equal(passed, bytes.toString());
        assert.deepEqual(refused, []);
      }),
    );
  });

  it('leave out what is too long, with the id of its request where that can be told', async () => {
    const lines: readonly (readonly [line: string, id: unknown])[] = [
      [`{"jsonrpc":"2.0","id":12,"method":"${long}"}`, 12],
      [`{"id":"a","method":"${long}"}`, 'a'],
      [`{"method":"${long}","jsonrpc":"2.0","id":"z-1"}`, 'z-1'],
      [`{"method":"x","params":{"text":"${long}","id":3}}`, undefined],
      [`{"method":"x","params":{"id":3,"text":"${long}"}}`, undefined],
      [`${long}.`, undefined],
    ];
    const all = Buffer.from(lines.map(([line]) => `before\n${line}\nafter\n`).join(''));
    const ends = Array.from({ length: 100 }, (_, at) => Math.floor((at * all.length) / 100));
    const { passed, refused } = await pass(all, ends);
    assert.ok(passed === 'before\nafter\n'.repeat(lines.length), `${passed.length} bytes passed`);
    assert.deepEqual(
      refused,
      lines.map(([, id]) => id),
    );
  });

  it('of just the size that is taken pass', async () => {
    const { passed, refused } = await pass(Buffer.from(`${long}\n`), [5]);
    assert.equal(passed.length, long.length + 1);
    assert.deepEqual(refused, []);
  });
});

import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { createLineFilter } from '../../../src/mcp/createLineFilter.ts';

const ping = '{"jsonrpc":"2.0","method":"ping"}';
const long = 'x'.repeat(1024 * 1024);

/** What is passed on of some bytes that come in parts, and the ids of what was refused. */
async function pass(bytes: Buffer, ends: readonly number[]) {
  const refused: unknown[] = [];
  const lines = createLineFilter(({ id, code }) => refused.push([id, code]));
  const passed = text(lines);
  let from = 0;
  for (const end of [...ends.toSorted((a, b) => a - b), bytes.length]) {
    lines.write(bytes.subarray(from, end));
    from = end;
  }
  lines.end();
  return { passed: await passed, refused };
}

describe('lines that a client sends', () => {
  it('are those that came, wherever their parts end', async () => {
    const line = fc
      .record({ jsonrpc: fc.constant('2.0'), method: fc.string({ unit: 'grapheme' }) })
      .map((one) => JSON.stringify(one));
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
    const all = Buffer.from(lines.map(([line]) => `${ping}\n${line}\n${ping}\n`).join(''));
    const ends = Array.from({ length: 100 }, (_, at) => Math.floor((at * all.length) / 100));
    const { passed, refused } = await pass(all, ends);
    assert.ok(passed === `${ping}\n${ping}\n`.repeat(lines.length), `${passed.length} bytes passed`);
    assert.deepEqual(
      refused,
      lines.map(([, id]) => [id, -32_600]),
    );
  });

  it('of just the size that is taken pass', async () => {
    const message = ping.replace('ping', 'x'.repeat(1024 * 1024 - ping.length + 'ping'.length));
    const { passed, refused } = await pass(Buffer.from(`${message}\n`), [5]);
    assert.equal(passed.length, 1024 * 1024 + 1);
    assert.deepEqual(refused, []);
  });

  it('pass without the mark of byte order before the first', async () => {
    const { passed, refused } = await pass(Buffer.from(`\ufeff${ping}\n\n${ping}\n`), [2]);
    assert.deepEqual([passed, refused], [`${ping}\n\n${ping}\n`, []]);
  });

  for (const [line, id, code] of [
    ['{"jsonrpc":"1.0","id":7,"method":"x"}', 7, -32_600],
    ['{"id":"a","method":"x"}', 'a', -32_600],
    ['{"jsonrpc":"2.0","id":8,"method":5}', 8, -32_600],
    ['{"jsonrpc":"2.0","id":1.5,"method":"x"}', undefined, -32_600],
    ['{"jsonrpc":"2.0","id":9,"result":5}', undefined, -32_600],
    ['[1,2]', undefined, -32_600],
    ['{"jsonrpc":"2.0","id":10,"method":"x"', 10, -32_700],
    ['{"jsonrpc":"2.0","method":"x",,"id":11}', 11, -32_700],
    ['no JSON', undefined, -32_700],
  ] as const) {
    it(`are refused where they are no message, for the request that waits: ${line}`, async () => {
      assert.deepEqual(await pass(Buffer.from(`${line}\n${ping}\n`), []), { passed: `${ping}\n`, refused: [[id, code]] });
    });
  }
});

import assert from 'node:assert/strict';
import { readCommandLine } from '../../../src/sandbox/commandLine.ts';

describe('the arguments of the standalone sandbox', () => {
  it('are a port and a seed, both of which may be left out', () => {
    assert.deepEqual(readCommandLine([]), { kind: 'run', port: 0, seed: undefined });
    assert.deepEqual(readCommandLine(['--port', '8080', '--seed=5']), { kind: 'run', port: 8080, seed: 5 });
    assert.deepEqual(readCommandLine(['--help', '--port', 'x']), { kind: 'help' });
  });

  it('are refused when they are unknown or out of range, by name', () => {
    for (const [args, name] of [
      [['--prot', '1'], '--prot'],
      [['--port'], '--port'],
      [['--port', '65536'], '--port'],
      [['--port', '-1'], '--port'],
      [['--port', '80.5'], '--port'],
      [['--port', ''], '--port'],
      [['--seed', 'abc'], '--seed'],
      [['--seed', '4294967296'], '--seed'],
      [['8080'], '8080'],
    ] as const) {
      const read = readCommandLine(args);
      assert.equal(read.kind, 'wrong', args.join(' '));
      assert.ok(read.kind === 'wrong' && read.message.includes(name), args.join(' '));
    }
  });
});

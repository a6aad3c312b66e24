import assert from 'node:assert/strict';
import { readCommandLine } from '../../../src/sandbox/runSandbox.ts';
import { HelpRequest, UsageError } from '../../../src/sandbox/readOptions.ts';

describe('the standalone sandbox’s arguments', () => {
  it('are optional', () => {
    assert.deepEqual(readCommandLine([]), { port: 0 });
    assert.throws(() => readCommandLine(['--help', '--port', 'x']), HelpRequest);
  });

  it('become the sandbox’s options', () => {
    assert.deepEqual(readCommandLine(['--port=8080']), { port: 8080 });
    const all =
      '--origin http://localhost:5173 --origin https://a.example/ --clock 2026-06-15T12:00:00Z --latency 20 --rate-limit 60/10 --media-base https://media.example/ ' +
      '--raw-user core';
    assert.deepEqual(readCommandLine(all.split(' ')), {
      port: 0,
      origins: ['http://localhost:5173', 'https://a.example'],
      clock: Date.UTC(2026, 5, 15, 12),
      latencyMs: 20,
      rateLimit: { calls: 60, seconds: 10 },
      mediaBase: 'https://media.example',
      rawUserLayout: 'core',
    });
    assert.deepEqual(readCommandLine(['--clock', 'wall']), { port: 0, clock: 'wall' });
  });

  it('are rejected by name if they are unknown or out of range', () => {
    for (const [args, name] of [
      [['--prot', '1'], '--prot'],
      [['--port'], '--port'],
      [['--port', '65536'], '--port'],
      [['--port', '-1'], '--port'],
      [['--port', '80.5'], '--port'],
      [['--port', ''], '--port'],
      [['8080'], '8080'],
      [['--size', 'large'], '--size'],
      [['--clock', 'noon'], '--clock'],
      [['--clock', '2026-06-15T12:00'], '--clock'],
      [['--latency', '-1'], '--latency'],
      [['--rate-limit', '60'], '--rate-limit'],
      [['--rate-limit', '0/1'], '--rate-limit'],
      [['--media-base', 'ftp://a.example'], '--media-base'],
      [['--media-base', '/media'], '--media-base'],
      [['--raw-user', 'new'], '--raw-user'],
      [['--origin', '*'], '--origin'],
    ] as const) {
      assert.throws(
        () => readCommandLine(args),
        (error) => error instanceof UsageError && error.message.includes(name),
        args.join(' '),
      );
    }
  });
});

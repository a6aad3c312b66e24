// The worker thread with the test table. Port 1 simulates an exception during the start,
// a start balance of 13,000 micro-dollars one at the first responder that throws.
import { startSandboxWithDependencies } from '../../../src/sandbox/server.ts';
import { runSandboxWorker } from '../../../src/sandbox/startSandboxWorker.ts';
import { testParts } from './testSandbox.ts';

await runSandboxWorker(async (given, listeners) => {
  if (given.port === 1)
    setImmediate(() => {
      throw new RangeError('planted before the start');
    });
  if (given.port === 1) return await new Promise<never>(() => undefined);
  const onFault =
    given.prices?.startBalance === 13_000n
      ? (fault: unknown): void =>
          void setImmediate(() => {
            throw fault;
          })
      : listeners.onFault;
  return await startSandboxWithDependencies(testParts, given, onFault === undefined ? {} : { onFault });
});

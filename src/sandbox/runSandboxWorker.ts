import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { Sandbox, SandboxListeners, SandboxOptions } from './server.ts';
import type { SandboxWorkerMessage } from './startSandboxWorker.ts';

/**
 * The worker thread's side of startSandboxWorker: starts a sandbox with the options of the thread, says where it
 * answers, and ends on any message.
 * @throws Error outside of a worker thread, or in one without options; why the sandbox cannot start, which ends the thread
 */
export async function runSandboxWorker(
  start: (options: SandboxOptions, listeners: SandboxListeners) => Promise<Sandbox>,
): Promise<void> {
  if (parentPort === null) throw new Error('The sandbox worker runs as a worker thread');
  const port: MessagePort = parentPort;
  const say = (message: SandboxWorkerMessage): void => port.postMessage(message);
  const given: unknown = workerData;
  if (!isOptions(given)) throw new TypeError('The sandbox worker takes its options as workerData');
  const sandbox = await start(given, { onFault: (fault) => say({ kind: 'fault', message: getStackOrMessage(fault) }) });
  const { primary, gateway, key, control } = sandbox;
  // the one message there is says close; without server and port the thread has nothing left to do, and ends
  port.once('message', () => void sandbox.close().then(() => port.close()));
  say({ kind: 'started', primary, gateway, key, control });
}

/** Only startSandboxWorker starts the thread, with options that the compiler has checked. */
function isOptions(given: unknown): given is SandboxOptions {
  return typeof given === 'object' && given !== null;
}

function getStackOrMessage(fault: unknown): string {
  return fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
}

import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { Sandbox, SandboxListeners, SandboxOptions } from './server.ts';

type SandboxWorkerMessage =
  | ({ readonly kind: 'started' } & Omit<Sandbox, 'close'>)
  | { readonly kind: 'fault'; readonly message: string };

interface SandboxWorkerListeners {
  readonly onExit?: (exit: { readonly code: number; readonly error: Error | undefined }) => void;
  readonly onFault?: (message: string) => void;
}

/**
 * Starts the sandbox in a worker thread, so it doesn't block the caller.
 * @param workerUrl the bundle `sandboxWorker.js`, or `worker.ts` if node reads TypeScript
 * @throws Error if it can't start, with the worker error's `code` (EADDRINUSE, …)
 */
export async function startSandboxWorker(
  workerUrl: URL,
  options: SandboxOptions = {},
  listeners: SandboxWorkerListeners = {},
): Promise<Sandbox> {
  const worker = new Worker(workerUrl, { workerData: options, name: 'sandbox' });
  let failure: Error | undefined;
  let closing: Promise<void> | undefined;
  const exited = new Promise<number>((resolve) => worker.once('exit', resolve));
  const started = new Promise<Extract<SandboxWorkerMessage, { readonly kind: 'started' }>>((resolve, reject) => {
    worker.on('error', (error) => {
      failure = error instanceof Error ? error : new Error(String(error));
    });
    worker.on('message', (message: SandboxWorkerMessage) => {
      switch (message.kind) {
        case 'started':
          return resolve(message);
        case 'fault':
          return listeners.onFault?.(message.message);
      }
    });
    void exited.then((code) => reject(failure ?? new Error(`The sandbox's thread exited with code ${code} before it started`)));
  });
  const { primary, gateway, key, control } = await started;
  void exited.then((code) => {
    if (closing === undefined) listeners.onExit?.({ code, error: failure });
  });
  const close = (): Promise<void> => {
    if (closing === undefined) {
      worker.postMessage('close');
      closing = exited.then(() => undefined);
    }
    return closing;
  };
  return { primary, gateway, key, control, close };
}

/**
 * The worker thread's code: starts a sandbox, reports its addresses, and closes it on the first message.
 * @throws Error outside a worker thread; any start error
 */
export async function runSandboxWorker(
  start: (options: SandboxOptions, listeners: SandboxListeners) => Promise<Sandbox>,
): Promise<void> {
  if (parentPort === null) throw new Error('The sandbox worker runs as a worker thread');
  const port = parentPort;
  const say = (message: SandboxWorkerMessage): void => port.postMessage(message);
  const options: unknown = workerData;
  if (!isOptions(options)) throw new TypeError('The sandbox worker must receive its options as workerData');
  const { primary, gateway, key, control, close } = await start(options, {
    onFault: (fault) => say({ kind: 'fault', message: fault instanceof Error ? (fault.stack ?? fault.message) : String(fault) }),
  });
  // the thread ends when it has no server and no open port
  port.once('message', () => void close().then(() => port.close()));
  say({ kind: 'started', primary, gateway, key, control });
}

/** Only startSandboxWorker starts the thread, with options that the compiler has checked. */
function isOptions(given: unknown): given is SandboxOptions {
  return typeof given === 'object' && given !== null;
}

import { Worker } from 'node:worker_threads';
import type { Sandbox, SandboxOptions } from './server.ts';

export type SandboxWorkerMessage =
  | ({ readonly kind: 'started' } & Omit<Sandbox, 'close'>)
  | { readonly kind: 'fault'; readonly message: string };

export interface SandboxWorkerListeners {
  readonly onExit?: (exit: { readonly code: number; readonly error: Error | undefined }) => void;
  readonly onFault?: (message: string) => void;
}

/**
 * Starts the sandbox in a thread of its own, so that its work never holds up the caller's.
 * @param workerUrl the bundle `sandboxWorker.js`, or `worker.ts` where node reads TypeScript
 * @throws Error when it cannot start; `code` as the thread named it (EADDRINUSE, …)
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
    void exited.then((code) =>
      reject(failure ?? new Error(`The sandbox's thread ended with code ${code} before it had started`)),
    );
  });
  const { primary, gateway, key, control } = await started;
  void exited.then((code) => {
    if (closing === undefined) listeners.onExit?.({ code, error: failure });
  });
  const close = (): Promise<void> => {
    if (closing === undefined) {
      worker.postMessage('close'); // the one message there is
      closing = exited.then(() => undefined);
    }
    return closing;
  };
  return { primary, gateway, key, control, close };
}

// The entry of the sandbox's thread.
import { runInWorker } from './runInWorker.ts';
import { startSandbox } from './server.ts';

await runInWorker(startSandbox);

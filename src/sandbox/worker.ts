// The entry of the sandbox's thread.
import { runSandboxWorker } from './runSandboxWorker.ts';
import { startSandbox } from './server.ts';

await runSandboxWorker(startSandbox);

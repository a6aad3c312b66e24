import { startSandbox } from './server.ts';
import { runSandboxWorker } from './startSandboxWorker.ts';

await runSandboxWorker(startSandbox);

import { runSandboxWorker } from './runSandboxWorker.ts';
import { startSandbox } from './server.ts';

await runSandboxWorker(startSandbox);

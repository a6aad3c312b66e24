import { runSandbox } from './runSandbox.ts';

await runSandbox(process.argv.slice(2), 'npm run sandbox --');

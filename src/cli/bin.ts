#!/usr/bin/env node
// The command `social-data`. It must run on a Node that is too old, to say so: all else is imported after that was looked at.
import { describeNodeTooOld } from '../features/fixtures/server/nodeVersion.ts';

const fault = describeNodeTooOld('social-data');
if (fault !== undefined) {
  process.stderr.write(`${fault}\n`);
  process.exitCode = 2;
} else {
  const { runCli } = await import('./runCli.ts');
  await runCli(process.argv.slice(2));
}

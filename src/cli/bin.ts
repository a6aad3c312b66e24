#!/usr/bin/env node
// Must run on old versions of Node to report them, so the rest is imported after the check.
import { describeNodeTooOld } from '../features/fixtures/server/nodeVersion.ts';

const fault = describeNodeTooOld('social-data');
if (fault !== undefined) {
  process.stderr.write(`${fault}\n`);
  process.exitCode = 2;
} else {
  const { runCli } = await import('./runCli.ts');
  await runCli(process.argv.slice(2));
}

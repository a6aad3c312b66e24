#!/usr/bin/env node
// The command `social-data`. It must run on a Node that is too old, to say so: all else is imported after that was looked at.
import { isNodeTooOld, minNodeVersion } from './nodeVersion.ts';

if (isNodeTooOld(process.versions.node)) {
  process.stderr.write(`social-data needs Node ${minNodeVersion} or newer. This is Node ${process.versions.node}.\n`);
  process.exitCode = 2;
} else {
  const { runCli } = await import('./runCli.ts');
  await runCli(process.argv.slice(2));
}

// `npm run package`: builds the extension, packs it, and looks into the package before anyone else does.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from './runCommand.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const file = 'social-data-explorer.vsix';
const steps: readonly (readonly string[])[] = [
  ['esbuild.mjs'],
  [
    fileURLToPath(import.meta.resolve('@vscode/vsce/vsce')),
    'package',
    '--no-dependencies',
    '--allow-missing-repository',
    '--no-rewrite-relative-links',
    '--out',
    file,
  ],
  [join('src', 'build', 'checkPackage.mts'), file],
];

for (const args of steps) {
  const { code } = await runCommand(process.execPath, args, { cwd: root, output: 'inherit' });
  if (code !== 0) {
    process.exitCode = code;
    break;
  }
}

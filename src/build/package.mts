// `npm run package`, after the build: packs the extension and looks into the package before anyone else does.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFaults, packageLimit } from './packageFaults.ts';
import { readZip } from './readZip.ts';
import { runCommand } from './runCommand.ts';

const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
const file = path.join(root, 'social-data-explorer.vsix');
const vsce = path.join(root, 'node_modules', '@vscode', 'vsce', 'vsce');

// Everything is bundled, so no package is packed along; without a repository address vsce would ask.
const args = ['package', '--no-dependencies', '--allow-missing-repository', '--out', file];
const { code } = await runCommand(process.execPath, [vsce, ...args], { cwd: root, output: 'inherit' });
if (code !== 0) {
  process.exit(code);
}

const zip = await readFile(file);
const faults = packageFaults(zip.length, readZip(zip));
faults.forEach((fault) => console.error(`package: ${fault}`));
console.log(
  `package: ${zip.length} of ${packageLimit} bytes, ${faults.length === 0 ? 'nothing in it that does not belong' : `${faults.length} faults`}`,
);
process.exitCode = faults.length === 0 ? 0 : 1;

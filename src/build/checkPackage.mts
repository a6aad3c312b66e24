// The last step of `npm run package`: looks into the package before anyone else does.
import { readFile } from 'node:fs/promises';
import { packageFaults, packageLimit } from './packageFaults.ts';
import { readZip } from './readZip.ts';

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('Usage: node src/build/checkPackage.mts FILE.vsix');
  process.exit(2);
}

const zip = await readFile(file);
const faults = packageFaults(zip.length, readZip(zip));
faults.forEach((fault) => console.error(`package: ${fault}`));
const verdict = faults.length === 0 ? 'nothing in it that does not belong' : `${faults.length} faults`;
console.log(`package: ${zip.length} of ${packageLimit} bytes, ${verdict}`);
process.exitCode = faults.length === 0 ? 0 : 1;

// `npm run package`: builds the extension and the npm package, and packs both. `--built` doesn't build the extension.
import { readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import JSZip from 'jszip';
import { buildNpmPackage, packBuiltPackage } from './npmPackage.ts';
import { runScript } from './processes.ts';
import { readmeBaseUrls, projectFolders } from './projectFolders.ts';

const maxPackageBytes = 1_500_000;

/** `.vscodeignore` selects the package's other files. */
const requiredFileNames = [
  ...['package.json', 'l10n/bundle.l10n.json', 'readme.md', 'changelog.md', 'LICENSE.txt'],
  ...['dist/extension.js', 'media/schemas/fixture.schema.json'],
  'media/skills/social-data/SKILL.md',
].map((name) => `extension/${name}`);

/** @returns the exit code */
async function buildAndPackPackages(isBuilt: boolean): Promise<number> {
  const file = join(projectFolders.root, 'social-data-explorer.vsix');
  const flags = ['--no-dependencies', '--baseContentUrl', readmeBaseUrls.content, '--baseImagesUrl', readmeBaseUrls.images];
  for (const args of [
    ...(isBuilt ? [] : [['esbuild.mjs']]),
    [fileURLToPath(import.meta.resolve('@vscode/vsce/vsce')), 'package', ...flags, '--out', file],
  ]) {
    const code = runScript(args);
    if (code !== 0) return code;
  }
  const packed = await fixPackedReadmeUrls(file);
  const { files } = await JSZip.loadAsync(packed);
  const faults = [
    ...requiredFileNames.filter((name) => files[name] === undefined).map((name) => `${name} is missing`),
    ...(packed.length > maxPackageBytes ? [`the limit is ${maxPackageBytes} bytes`] : []),
  ];
  faults.forEach((fault) => console.error(`package: ${fault}`));
  console.log(`package: ${packed.length} bytes, ${Object.keys(files).length} files`);
  const built = join(projectFolders.root, 'out', 'package');
  await buildNpmPackage(built);
  const tarball = await packBuiltPackage(built, projectFolders.root);
  console.log(`package: ${(await stat(tarball)).size} bytes for npm, ${basename(tarball)}`);
  return faults.length === 0 ? 0 : 1;
}

/** Makes addresses in `srcset` absolute, which vsce doesn't do. @returns the package */
async function fixPackedReadmeUrls(file: string): Promise<Uint8Array> {
  const zip = await JSZip.loadAsync(await readFile(file));
  const name = 'extension/readme.md';
  const readme = await zip.file(name)?.async('string');
  zip.file(name, readme?.replaceAll(/(?<=\bsrcset=")(?!https?:)(?=[\w./-]+")/g, `${readmeBaseUrls.images}/`) ?? '');
  const packed = await zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE', compressionOptions: { level: 9 } });
  await writeFile(file, packed);
  return packed;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { built: { type: 'boolean', default: false } } });
  process.exitCode = await buildAndPackPackages(values.built);
}

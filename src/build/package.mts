// `npm run package`: builds the extension and the npm package, packs both, and looks into the first before anyone else does.
// `--built` packs what is built already.
import { readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import JSZip from 'jszip';
import { keyPatterns } from '../app/fixtures/keyPatterns.ts';
import { buildNpmPackage, packBuiltPackage } from './packages/npmPackage.ts';
import { picturesStampFile, hashBuild } from './pictures.ts';
import { runScript } from './processes.ts';
import { projectFolders } from './projectFolders.ts';
import { readmeBaseUrls, makeSrcsetUrlsAbsolute } from './publishing.ts';

/** The most bytes that a package may have. */
export const maxPackageBytes = 1_500_000;

/** What a package must hold: without one of these it does not run, or does not say what it is. */
const requiredFileNames = [
  ...['package.json', 'l10n/bundle.l10n.json', 'readme.md', 'changelog.md', 'LICENSE.txt'],
  ...['dist/extension.js', 'media/schemas/fixture.schema.json'],
  'media/skills/social-data/SKILL.md',
].map((name) => `extension/${name}`);

/** All that a package may hold. */
const allowedFilePatterns = [
  /^\[Content_Types\]\.xml$/,
  /^extension\.vsixmanifest$/,
  /^extension\/(package|package\.nls(\.[\w-]+)?)\.json$/,
  /^extension\/(readme|changelog)\.md$/,
  /^extension\/LICENSE\.txt$/,
  /^extension\/l10n\/[\w.-]+\.json$/,
  /^extension\/media\/([\w-]+\/)*\w[\w.-]*\.(svg|png|webp)$/,
  /^extension\/media\/schemas\/[\w.-]+\.schema\.json$/,
  /^extension\/media\/skills\/[\w-]+\/SKILL\.md$/,
  /^extension\/dist\/([\w-]+\/)*\w[\w.-]*\.(js|mjs|css|ttf)$/,
];

/** In code, a key may also stand beside its name. */
const leakedKeyPatterns: typeof keyPatterns = [
  ...keyPatterns,
  ['a literal key', /(?:api[-_]?key|secret|token|password)["'`]?\s*[:=]\s*["'`](?=[\w+/-]*\d)[\w+/-]{20,}["'`]/i],
];

/**
 * Holds a package against what it may be.
 * @param files its content by name, a character for each byte
 * @returns one sentence per fault; empty when all is well
 */
export function findPackageFaults(bytes: number, files: ReadonlyMap<string, string>): readonly string[] {
  const names = [...files.keys()];
  return [
    ...(bytes > maxPackageBytes ? [`the package has ${bytes} bytes, ${bytes - maxPackageBytes} more than it may`] : []),
    ...requiredFileNames.filter((name) => !files.has(name)).map((name) => `${name} is missing`),
    ...names
      .filter((name) => !allowedFilePatterns.some((pattern) => pattern.test(name)))
      .map((name) => `${name} does not belong into the package`),
    ...names.flatMap((name) => findKeyAndSourceMapFaults(name, files.get(name) ?? '')),
  ];
}

function findKeyAndSourceMapFaults(name: string, text: string): readonly string[] {
  const keys = leakedKeyPatterns
    .filter(([, pattern]) => pattern.test(text))
    .map(([what]) => `${name} holds what looks like ${what}`);
  return /sourceMappingURL=data:/.test(text) ? [...keys, `${name} holds its source map`] : keys;
}

/** Builds the extension unless it is built, packs it and looks into the package. @returns the exit code */
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
  const entries = Object.values((await JSZip.loadAsync(packed)).files).filter(({ dir }) => !dir);
  const texts = await Promise.all(entries.map(async (entry) => [entry.name, await entry.async('binarystring')] as const));
  const faults = findPackageFaults(packed.length, new Map(texts));
  faults.forEach((fault) => console.error(`package: ${fault}`));
  if ((await readFile(join(projectFolders.root, 'docs/images', picturesStampFile), 'utf8')).trim() !== (await hashBuild())) {
    console.warn('package: the pictures show another build; take them again with npm run pictures before you publish');
  }
  const verdict = faults.length === 0 ? 'nothing in it that does not belong' : `${faults.length} faults`;
  console.log(`package: ${packed.length} of ${maxPackageBytes} bytes, ${verdict}`);
  const built = join(projectFolders.root, 'out', 'package');
  await buildNpmPackage(built);
  const tarball = await packBuiltPackage(built, projectFolders.root);
  console.log(`package: ${(await stat(tarball)).size} bytes for npm, ${basename(tarball)}`);
  return faults.length === 0 ? 0 : 1;
}

/** Makes the addresses absolute that vsce leaves as they are. @returns the package */
async function fixPackedReadmeUrls(file: string): Promise<Uint8Array> {
  const zip = await JSZip.loadAsync(await readFile(file));
  const name = 'extension/readme.md';
  const readme = await zip.file(name)?.async('string');
  zip.file(name, makeSrcsetUrlsAbsolute(readme ?? ''));
  const packed = await zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE', compressionOptions: { level: 9 } });
  await writeFile(file, packed);
  return packed;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { built: { type: 'boolean', default: false } } });
  process.exitCode = await buildAndPackPackages(values.built);
}

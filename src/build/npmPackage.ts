import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, posix, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import * as z from 'zod';
import { npmPackageName } from '../core/requests/snippets.ts';
import { minNodeVersion } from '../features/fixtures/server/nodeVersion.ts';
import { npmCommand } from './bootstrap.mjs';
import { runProgram } from './processes.ts';
import { readmeBaseUrls, projectFolders } from './projectFolders.ts';

const manifestSchema = z.object({
  version: z.string(),
  license: z.string(),
  repository: z.object({ type: z.string(), url: z.string() }),
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});

const bundledManifestSchema = z.object({ name: z.string(), version: z.string(), license: z.string() });

/** Packages that aren't bundled, because the client's types refer to zod's. */
const dependencies = ['undici', 'zod'];

/** Packages that only a queue needs, from the major version that is tested. */
const optionalPeers = ['bullmq', 'pg'];

const packagedDocPages = ['agents.md', 'collect.md', 'fixtures.md', 'sandbox.md', 'scaling.md'];

const openApiDocuments = ['openapi.primary.json', 'openapi.gateway.json'];

const packageEntryPoints = [
  { door: '.', source: 'src/client/public.ts', file: 'index' },
  { door: './fetch', source: 'src/client/publicFetch.ts', file: 'fetch' },
  { door: './testing', source: 'src/features/fixtures/server/testing.ts', file: 'testing' },
] as const;

/** Builds the npm package in a folder. @throws Error with the compiler's output */
export async function buildNpmPackage(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const { root } = projectFolders;
  const own = await readOwnManifest();
  const [{ metafile }] = await Promise.all([
    build({
      absWorkingDir: root,
      entryPoints: [
        ...packageEntryPoints.map(({ source, file }) => ({ in: source, out: file })),
        { in: 'src/cli/bin.ts', out: 'social-data' },
        { in: 'src/features/collect/partWorker.ts', out: 'collectWorker' },
      ],
      outdir: join(folder, 'dist'),
      external: [...dependencies, ...optionalPeers],
      // its build for Node requires Node's modules, which doesn't work in an ES module
      alias: { '@vscode/l10n': fileURLToPath(import.meta.resolve('@vscode/l10n/dist/browser.js')) },
      define: { SOCIAL_DATA_VERSION: JSON.stringify(own.version) },
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: `node${minNodeVersion}`,
      minifySyntax: true,
      minifyWhitespace: true,
      sourcemap: true,
      sourcesContent: false, // stack traces only need positions
      metafile: true,
    }),
    writeTypeDeclarations(join(folder, 'types')),
    copyFile(join(root, 'LICENSE'), join(folder, 'LICENSE')),
    copyPage('package.md', join(folder, 'README.md')),
    ...packagedDocPages.map(async (page) => await copyPage(page, join(folder, 'docs', page))),
  ]);
  await Promise.all(openApiDocuments.map(async (name) => await copyFile(join(root, 'docs', name), join(folder, 'docs', name))));
  await writeFile(join(folder, 'LICENSES.txt'), await formatBundledLicenses(Object.keys(metafile.inputs)));
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(toPackageManifest(own), undefined, 2)}\n`);
}

/** Bundled packages' license texts, or the license names from their manifests. */
async function formatBundledLicenses(files: readonly string[]): Promise<string> {
  const folders = new Set(files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []));
  const texts = [...folders].toSorted().map(async (path) => {
    const folder = join(projectFolders.root, path);
    const { name, version, license } = bundledManifestSchema.parse(
      JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')),
    );
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e(?:\.|$)/i.test(entry));
    return `${name} ${version}\n\n${file === undefined ? license : (await readFile(join(folder, file), 'utf8')).trim()}\n`;
  });
  return (await Promise.all(texts)).join(`\n${'-'.repeat(80)}\n\n`);
}

/** Copies a documentation page. Rewrites links to files that aren't in the package to point to the repository. */
async function copyPage(page: string, file: string): Promise<void> {
  const text = await readFile(join(projectFolders.root, 'docs', page), 'utf8');
  const folder = dirname(file).endsWith('docs') ? '' : 'docs/';
  await mkdir(dirname(file), { recursive: true });
  await writeFile(
    file,
    text.replaceAll(/\]\((?!https?:|#)([^)#]+)/g, (_, name: string) =>
      packagedDocPages.includes(name) ? `](${folder}${name}` : `](${readmeBaseUrls.content}/${posix.join('docs', name)}`,
    ),
  );
}

async function readOwnManifest(): Promise<z.output<typeof manifestSchema>> {
  return manifestSchema.parse(JSON.parse(await readFile(join(projectFolders.root, 'package.json'), 'utf8')));
}

function toPackageManifest(own: z.output<typeof manifestSchema>): unknown {
  const { version, license, repository, dependencies: versions, devDependencies } = own;
  return {
    name: npmPackageName,
    version,
    description: 'A client for two social data services, and servers that imitate them with fixtures or sample data.',
    license,
    repository: { ...repository, url: `git+${repository.url}` },
    type: 'module',
    engines: { node: `>=${minNodeVersion}` },
    // also under the package's name, so `npx` doesn't look for it in the registry
    bin: { 'social-data': './dist/social-data.js', [npmPackageName]: './dist/social-data.js' },
    exports: {
      ...Object.fromEntries(
        packageEntryPoints.map(({ door, source, file }) => [door, { types: toTypesPath(source), default: `./dist/${file}.js` }]),
      ),
      ...Object.fromEntries(openApiDocuments.map((name) => [`./${name}`, `./docs/${name}`])),
      './package.json': './package.json',
    },
    files: ['LICENSES.txt', 'dist', 'docs', 'types'],
    sideEffects: false,
    dependencies: Object.fromEntries(dependencies.map((name) => [name, `^${versions[name]}`])),
    peerDependencies: Object.fromEntries(optionalPeers.map((name) => [name, `^${devDependencies[name]}`])),
    peerDependenciesMeta: Object.fromEntries(optionalPeers.map((name) => [name, { optional: true }])),
  };
}

function toTypesPath(source: string): string {
  return source.replace(/^src\//, './types/').replace(/\.ts$/, '.d.ts');
}

async function writeTypeDeclarations(folder: string): Promise<void> {
  const compiler = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')));
  const args = [compiler, '-p', join(projectFolders.root, 'tsconfig.package.json'), '--outDir', folder, '--singleThreaded'];
  const { code, output } = await runProgram(process.execPath, args, { cwd: projectFolders.root });
  if (code !== 0) throw new Error(output);
  await deleteUnreachableDeclarations(
    folder,
    packageEntryPoints.map(({ source }) => toTypesPath(source).replace('./types/', '')),
  );
}

/** @returns the tarball's path. @throws Error with npm's output */
export async function packBuiltPackage(folder: string, destination: string): Promise<string> {
  await mkdir(destination, { recursive: true });
  const wanted = ['pack', '--ignore-scripts', '--json', '--pack-destination', destination];
  const { program, args, shell } = npmCommand(wanted);
  const { code, output } = await runProgram(program, args, { cwd: folder, shell });
  if (code !== 0) throw new Error(output);
  const { version } = await readOwnManifest();
  return join(destination, `${npmPackageName}-${version}.tgz`);
}

/** `from './a.js'`, `import("../b.js")` */
const relativeImportPattern = /(?:from |import\()["'](\.[^"']+)["']/g;

/** The compiler writes a declaration for each source file. @param entries paths in the folder */
async function deleteUnreachableDeclarations(folder: string, entries: readonly string[]): Promise<void> {
  const reached = new Set<string>();
  const open = entries.map(normalize);
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    const text = await readFile(join(folder, path), 'utf8');
    for (const [, name = ''] of text.matchAll(relativeImportPattern)) {
      open.push(join(dirname(path), name.replace(/\.(?:j|t)s$/, '.d.ts')));
    }
  }
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  await Promise.all(
    files
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((file) => !reached.has(file.slice(join(folder, '/').length)))
      .map((file) => rm(file)),
  );
}

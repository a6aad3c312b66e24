import { globSync, statSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { build as bundle, type Metafile, type Plugin } from 'esbuild';
import { type ImportEdge, layerFaults } from './layers.ts';

/**
 * Checks "Who may import whom" of ARCHITECTURE.md over every file under `src` and `test`, reached by an entry point or not.
 *
 * Values are taken from esbuild's metafile, which resolves `import`, `export … from`, `import()` and `require()`.
 * esbuild drops what only types need (`import type`, `export type … from`, `import('x').T`), so these are read
 * from the text: a type-only import of `vscode` in the client is as wrong as any other.
 * @param project path of its folder
 * @returns one sentence per fault
 */
export async function checkLayers(project: string): Promise<readonly string[]> {
  const root = await realpath(project); // esbuild names files by their real paths
  const files = sourceFiles(root);
  if (files.length === 0) {
    return ['there is no source file to check'];
  }
  const values = await valueEdges(root, files);
  const texts = await Promise.all(
    files.map(async (file) => textEdges(file, await readFile(path.join(root, file), 'utf8'), files)),
  );
  // The text does not tell `import()` of a value from that of a type; the metafile does.
  const known = new Set(values.edges.map(({ from, to }) => `${from} ${to}`));
  const others = texts.flat().filter(({ from, to }) => !known.has(`${from} ${to}`));
  return [...values.faults, ...layerFaults(files, [...values.edges, ...others])];
}

function sourceFiles(root: string): readonly string[] {
  const exclude = ['**/.peers/**', '**/node_modules/**'];
  const found = globSync(['src/**/*.{ts,mts,cts,tsx,js,mjs,cjs}', 'test/**/*.{ts,mts,mjs}'], { cwd: root, exclude });
  return found.map((file) => file.replaceAll(path.sep, '/')).toSorted();
}

/** @returns what is imported, and as faults what esbuild could not read or resolve */
async function valueEdges(
  root: string,
  files: readonly string[],
): Promise<{ readonly edges: readonly ImportEdge[]; readonly faults: readonly string[] }> {
  const lost: string[] = [];
  const entries = files.filter((file) => !/\.d\.[cm]?ts$/.test(file));
  try {
    const { metafile } = await bundle({
      // One entry that imports every file: nothing is left out because no entry point reaches it.
      stdin: {
        contents: entries.map((file) => `import ${JSON.stringify(`./${file}`)};`).join('\n'),
        resolveDir: root,
        sourcefile: 'all.ts',
      },
      absWorkingDir: root,
      tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
      bundle: true,
      write: false,
      metafile: true,
      format: 'esm',
      platform: 'node',
      plugins: [stopAtEachFile(root, lost)],
      ignoreAnnotations: true,
      loader: { '.css': 'text', '.svg': 'text', '.html': 'text' },
      logLevel: 'silent',
    });
    return {
      edges: edgesOf(metafile),
      faults: [...lost, ...entries.filter((file) => metafile.inputs[file] === undefined).map((file) => `${file} was not read`)],
    };
  } catch (error) {
    return { edges: [], faults: buildErrors(error) };
  }
}

/**
 * Resolves every import and follows none: a fault in one file (a name that its neighbour does not export)
 * is the compiler's to report and must not hide the imports of all others.
 * @param lost takes a sentence for each import that leads nowhere
 */
function stopAtEachFile(root: string, lost: string[]): Plugin {
  return {
    name: 'stop-at-each-file',
    setup: (build) => {
      build.onResolve({ filter: /^[^.]/ }, ({ path: name, kind }) =>
        kind === 'entry-point' ? undefined : { path: name, external: true },
      );
      build.onResolve({ filter: /^\./ }, async ({ path: name, importer, resolveDir, kind, pluginData }) => {
        if (pluginData === asked || importer === path.join(root, 'all.ts')) {
          return undefined;
        }
        const named = path.resolve(resolveDir, name);
        // Nearly all name a file as it is; esbuild takes ten times as long to say so, because it looks at every folder again.
        if (statSync(named, { throwIfNoEntry: false })?.isFile()) return { path: toName(root, named), external: true };
        const found = await build.resolve(name, { importer, resolveDir, kind, pluginData: asked });
        const isLost = found.errors.length > 0;
        if (isLost) {
          lost.push(`${toName(root, importer)} imports ${name}, which is not there`);
        }
        return { path: toName(root, isLost ? named : found.path), external: true };
      });
    },
  };
}

function toName(root: string, file: string): string {
  return path.relative(root, file).replaceAll(path.sep, '/');
}

/** Marks the plugin's own question, which it must not answer itself. */
const asked = Symbol('asked');

function edgesOf(metafile: Metafile): readonly ImportEdge[] {
  return Object.entries(metafile.inputs)
    .filter(([from]) => from !== 'all.ts')
    .flatMap(([from, input]) => input.imports.map((target): ImportEdge => ({ from, to: toTarget(target.path), kind: 'value' })));
}

/** A built-in module has two names; the table knows one. */
function toTarget(name: string): string {
  return isBuiltin(name) && !name.startsWith('node:') ? `node:${name}` : name;
}

const typeImport = /^[ \t]*(?:import|export)[ \t]+type\b[^'";]*?\bfrom\s*['"]([^'"]+)['"]/gm;
const typeQuery = /\bimport\(\s*['"]([^'"]+)['"]/g;
const reference = /^\/\/\/\s*<reference\s+types="([^"]+)"/gm;
const sibling = /new URL\(\s*['"](\.[^'"]+)['"]\s*,\s*import\.meta\.url/g;
const builtin = /\bgetBuiltinModule\(\s*['"](node:[\w/]+)['"]\s*\)/g;
const computed = /\bimport\(\s*[^'"\s)]|\bcreateRequire\b|\bgetBuiltinModule\b(?!\(\s*['"]node:[\w/]+['"]\s*\))/;

/** What the text names and the bundler does not: types, files started as workers, built-in modules asked for by name, and imports that are worked out at run time. */
function textEdges(from: string, text: string, files: readonly string[]): readonly ImportEdge[] {
  const types = [typeImport, typeQuery, reference].flatMap((form) => [...text.matchAll(form)].map((match) => match[1] ?? ''));
  const workers = [...text.matchAll(sibling)]
    .map((match) => resolved(from, match[1] ?? ''))
    .filter((file) => files.includes(file));
  const isComputed = computed.test(text);
  return [
    ...types.map((name): ImportEdge => ({ from, to: resolved(from, name), kind: 'type' })),
    ...workers.map((to): ImportEdge => ({ from, to, kind: 'value' })),
    ...[...text.matchAll(builtin)].map((match): ImportEdge => ({ from, to: match[1] ?? '', kind: 'value' })),
    ...(isComputed ? [{ from, to: 'something', kind: 'computed' } satisfies ImportEdge] : []),
  ];
}

function resolved(from: string, name: string): string {
  if (name === 'node') {
    return 'node:'; // `/// <reference types="node" />`
  }
  return name.startsWith('.') ? path.posix.join(path.posix.dirname(from), name) : toTarget(name);
}

function buildErrors(error: unknown): readonly string[] {
  if (!(error instanceof Error) || !('errors' in error) || !Array.isArray(error.errors)) {
    throw error;
  }
  const messages: readonly {
    readonly text: string;
    readonly location?: { readonly file: string; readonly line: number } | null;
  }[] = error.errors;
  return messages.map(({ text, location }) => (location ? `${location.file}:${location.line} ${text}` : text));
}

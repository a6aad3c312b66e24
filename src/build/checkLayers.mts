import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { type ImportEdge, findLayerFaults } from './layers.ts';

/**
 * Checks "Who may import whom" of ARCHITECTURE.md over every file under `src` and `test`, reached by an entry point or not, by value
 * or by type alone: a type-only import of `vscode` in the client is as wrong as any other.
 * @returns one sentence per fault
 */
export async function checkLayers(root: string): Promise<readonly string[]> {
  const files = listSourceFiles(root);
  if (files.length === 0) {
    return ['there is no source file to check'];
  }
  const isThere = (file: string): boolean => existsSync(path.join(root, file));
  const read = await Promise.all(
    files.map(async (file) => readImports(file, await readFile(path.join(root, file), 'utf8'), isThere)),
  );
  return [
    ...read.flatMap(({ faults }) => faults),
    ...findLayerFaults(
      files,
      read.flatMap(({ edges }) => edges),
    ),
  ];
}

function listSourceFiles(root: string): readonly string[] {
  const exclude = ['**/.peers/**', '**/node_modules/**'];
  const found = globSync(['src/**/*.{ts,mts,cts,tsx,js,mjs,cjs}', 'test/**/*.{ts,mts,mjs}'], { cwd: root, exclude });
  return found.map((file) => file.replaceAll(path.sep, '/')).toSorted();
}

const typeImportPattern = /\bimport\(\s*['"]([^'"]+)['"]/g;
const requireCallPattern = /\brequire\(\s*['"]([^'"]+)['"]/g;
const typeReferencePattern = /^\/\/\/\s*<reference\s+types="([^"]+)"/gm;
const importMetaUrlPattern = /new URL\(\s*['"](\.[^'"]+)['"]\s*,\s*import\.meta\.url/g;
const builtinModuleCallPattern = /\bgetBuiltinModule\(\s*['"](node:[\w/]+)['"]\s*\)/g;
const computedImportPattern = /\bimport\(\s*[^'"\s)]|\bcreateRequire\b|\bgetBuiltinModule\b(?!\(\s*['"]node:[\w/]+['"]\s*\))/;

interface FileImports {
  readonly edges: readonly ImportEdge[];
  /** What could not be read, and what leads nowhere. */
  readonly faults: readonly string[];
}

/** What a file imports: its statements as the parser has them; files started as workers, built-in modules asked for by name and types in expressions as the text has them. */
function readImports(from: string, text: string, isThere: (file: string) => boolean): FileImports {
  const { module, errors } = parseSync(from, text);
  const named = (form: RegExp): readonly string[] => [...text.matchAll(form)].map(([, name = '']) => resolveImport(from, name));
  const statements = [
    ...module.staticImports.map(({ start, moduleRequest }) => ({ start, name: moduleRequest.value })),
    ...module.staticExports.flatMap(({ start, entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest === null ? [] : [{ start, name: moduleRequest.value }])),
    ),
    ...module.dynamicImports.flatMap(({ start, moduleRequest }) => {
      const [, , name] = /^(['"])(.*)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end)) ?? [];
      return name === undefined ? [] : [{ start, name }];
    }),
  ].map(({ start, name }) => {
    const kind = /^(?:import|export)\s+type\b/.test(text.slice(start, start + 20)) ? 'type' : 'value';
    return { name, edge: { from, to: resolveImport(from, name), kind } as const };
  });
  const values: readonly ImportEdge[] = [
    ...statements.map(({ edge }) => edge),
    ...[...named(requireCallPattern), ...named(builtinModuleCallPattern), ...named(importMetaUrlPattern).filter(isThere)].map(
      (to) => ({ from, to, kind: 'value' }) as const,
    ),
  ];
  // the text does not tell `import()` of a value from that of a type; the parser does
  const types = [...named(typeImportPattern), ...named(typeReferencePattern)].filter(
    (to) => !values.some((value) => value.to === to),
  );
  return {
    edges: [
      ...values,
      ...types.map((to): ImportEdge => ({ from, to, kind: 'type' })),
      ...(computedImportPattern.test(text) ? [{ from, to: 'something', kind: 'computed' } satisfies ImportEdge] : []),
    ],
    faults: [
      ...errors.map(({ message, labels: [label] }) => {
        const line = text.slice(0, label?.start ?? 0).split('\n').length;
        return `${from}:${line} ${message}`;
      }),
      ...statements
        .filter(({ name, edge }) => name.startsWith('.') && !isThere(edge.to))
        .map(({ name }) => `${from} imports ${name}, which is not there`),
    ],
  };
}

function resolveImport(from: string, name: string): string {
  if (name === 'node') {
    return 'node:'; // `/// <reference types="node" />`
  }
  return name.startsWith('.') ? path.posix.join(path.posix.dirname(from), name) : addNodePrefix(name);
}

/** A built-in module has two names; the table knows one. */
function addNodePrefix(name: string): string {
  return isBuiltin(name) && !name.startsWith('node:') ? `node:${name}` : name;
}

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

/** What a folder may import besides itself: folders, packages and `node:`, each as a prefix of the name. */
interface LayerRule {
  readonly values: readonly string[];
  /** What may be imported for types only. */
  readonly types?: readonly string[];
  readonly never?: string;
}

/** "Who may import whom" of ARCHITECTURE.md; of two rows that match a file, the later one applies. */
const layerRules: Readonly<Record<string, LayerRule>> = {
  'src/text': { values: [] },
  'src/client': { values: ['zod', 'node:'] },
  'src/client/transports/undici.ts': { values: ['src/client', 'zod', 'node:', 'undici'] },
  // parts of the client that run in any JavaScript
  ...Object.fromEntries(
    ['endpoints', 'json', 'records', 'schemas', 'search', 'upstream'].map((part) => [
      `src/client/${part}`,
      { values: ['src/client', 'zod'] },
    ]),
  ),
  'src/sandbox': { values: ['src/client', 'zod', 'node:'] },
  'src/replay': { values: ['src/client', 'src/app/fixtures', 'src/sandbox', 'zod', 'node:'] },
  'src/mcp': { values: ['src/app', 'src/client', 'src/text', '@modelcontextprotocol/server', 'zod', 'node:'] },
  'src/cli': { values: ['src/app', 'src/client', 'src/mcp', 'src/replay', 'src/sandbox', 'src/store', 'node:'] },
  'src/store': { values: ['src/client', 'src/text', 'zod', 'node:'] },
  'src/app': { values: ['src/client', 'src/text', 'zod', '@vscode/l10n'], types: ['src/protocol'] },
  'src/app/fixtures': { values: ['src/app', 'src/client', 'src/text', 'zod', '@vscode/l10n', 'node:'] },
  'src/app/table': { values: ['src/app', 'src/client', 'src/text', 'zod', 'hyparquet-writer', 'd3-array', 'd3-time'] },
  'src/protocol': { values: ['zod'], types: ['src/client'] },
  'src/webview': {
    values: [
      ...['src/app', 'src/protocol', 'src/client/search', 'src/text'],
      ...['lit', '@lit', '@tanstack/lit-virtual', '@vscode-elements', '@vscode/l10n', 'zod', '@observablehq/plot'],
    ],
    types: ['src/client'],
    never: 'src/app/fixtures',
  },
  'src/host': { values: ['src/client', 'src/app', 'src/store', 'src/protocol', 'src/text', 'vscode', 'node:'] },
  'src/extension.ts': {
    values: ['src/host', 'src/app', 'src/client', 'src/replay', 'src/sandbox', 'src/store', 'vscode', '@vscode/l10n', 'node:'],
  },
};

/** Checks what each file below `src` imports. @returns one sentence per fault */
export function checkLayers(root: string): readonly string[] {
  const files = globSync('src/**/*.{ts,mts,mjs}', { cwd: root, exclude: ['src/build/**'] });
  return files.map((file) => file.replaceAll(path.sep, '/')).flatMap((file) => findFaults(root, file));
}

function findFaults(root: string, file: string): readonly string[] {
  const folder = Object.keys(layerRules).findLast((name) => isSameOrBelow(file, name));
  if (folder === undefined) return [`${file} is in no folder of the layer table`];
  const { values, types = [], never } = layerRules[folder] ?? { values: [] };
  return listImports(file, readFileSync(path.join(root, file), 'utf8')).flatMap(({ to, isType }) => {
    const allowed = [folder, ...values, ...(isType ? types : [])];
    const isAllowed = allowed.some((name) => isSameOrBelow(to, name)) && !(never !== undefined && isSameOrBelow(to, never));
    return isAllowed && (isType || !isForeignFeature(file, to))
      ? []
      : [`${file} may not import ${isType ? 'types of ' : ''}${to}`];
  });
}

/** What a file imports: paths relative to the project, packages, and `node:`. */
function listImports(file: string, text: string): readonly { readonly to: string; readonly isType: boolean }[] {
  const { module } = parseSync(file, text);
  const statements = [
    ...module.staticImports.map(({ start, moduleRequest }) => ({ start, name: moduleRequest.value })),
    ...module.staticExports.flatMap(({ start, entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest === null ? [] : [{ start, name: moduleRequest.value }])),
    ),
    ...module.dynamicImports.map(({ start, moduleRequest }) => ({
      start,
      name: text.slice(moduleRequest.start + 1, moduleRequest.end - 1),
    })),
  ];
  return statements.map(({ start, name }) => ({
    to: name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name,
    isType: /^(?:import|export)\s+type\b/.test(text.slice(start, start + 20)),
  }));
}

function isSameOrBelow(name: string, start: string): boolean {
  return name === start || name.startsWith(start.endsWith(':') ? start : `${start}/`);
}

/** Removing one feature of the host must not break the others: they share only `shared` and `services`. */
function isForeignFeature(from: string, to: string): boolean {
  const [own, other] = [from, to].map((file) => /^src\/host\/(\w+)\//.exec(file)?.[1]);
  return own !== undefined && other !== undefined && own !== other && !['shared', 'services'].includes(other);
}

/** One import as a file states it. Both ends are paths relative to the project, with `/`; `to` may be a package or `node:` name. */
export interface ImportEdge {
  readonly from: string;
  readonly to: string;
  /** `computed`: the target is not written down (`import(name)`, `createRequire`), so nobody can check it. */
  readonly kind: 'value' | 'type' | 'computed';
}

/** What a folder may import beside itself: folders, packages and `node:` by what a name begins with; `*` for everything. */
interface LayerRule {
  readonly values: readonly string[];
  /** What only types may be imported of. */
  readonly types?: readonly string[];
  readonly never?: string;
}

/** Parts of the client that must run in any JavaScript. */
const nodeFreeClientFolders = ['endpoints', 'json', 'records', 'schemas', 'search', 'upstream'];

/**
 * "Who may import whom" of ARCHITECTURE.md, by folder or file; of two rows that fit, the longer one holds. A folder that is not
 * in this table fails the check. Who may import everything may also work out at run time what.
 */
const layerRuleByFolder: ReadonlyMap<string, LayerRule> = new Map<string, LayerRule>([
  ['src/text', { values: [] }],
  ['src/client', { values: ['zod', 'node:'] }],
  ['src/client/transports/undici.ts', { values: ['zod', 'node:', 'undici'] }],
  ...nodeFreeClientFolders.map((part): [string, LayerRule] => [`src/client/${part}`, { values: ['zod'] }]),
  ['src/sandbox', { values: ['src/client', 'zod', 'node:'] }],
  ['src/replay', { values: ['src/client', 'src/app/fixtures', 'src/sandbox', 'zod', 'node:'] }],
  ['src/mcp', { values: ['src/app', 'src/client', 'src/text', '@modelcontextprotocol/server', 'zod', 'node:'] }],
  ['src/cli', { values: ['src/app', 'src/client', 'src/mcp', 'src/replay', 'src/sandbox', 'src/store', 'node:'] }],
  ['src/store', { values: ['src/client', 'src/text', 'zod', 'node:'] }],
  // what the product does, without VS Code and without a page
  ['src/app', { values: ['src/client', 'src/text', 'zod', '@vscode/l10n'], types: ['src/protocol'] }],
  ['src/app/fixtures', { values: ['src/client', 'src/text', 'zod', '@vscode/l10n', 'node:'] }],
  ['src/app/table', { values: ['src/client', 'src/text', 'zod', 'hyparquet-writer', 'd3-array', 'd3-time'] }],
  ['src/protocol', { values: ['src/client/records', 'zod'], types: ['src/client'] }],
  [
    'src/webview',
    {
      values: [
        ...['src/app', 'src/protocol', 'src/client/search', 'src/text'],
        ...['lit', '@lit', '@tanstack/lit-virtual', '@vscode-elements', '@vscode/l10n', 'zod', '@observablehq/plot'],
      ],
      types: ['src/client'],
      never: 'src/app/fixtures',
    },
  ],
  // The extension host is a Node process, so its folders may use what Node brings.
  [
    'src/host',
    {
      values: [...['src/client', 'src/app', 'src/store', 'src/protocol', 'src/text'], ...['vscode', 'node:']],
    },
  ],
  [
    'src/extension.ts',
    {
      values: [
        ...['src/host', 'src/app', 'src/client', 'src/replay', 'src/sandbox', 'src/store'],
        ...['vscode', '@vscode/l10n', 'node:'],
      ],
    },
  ],
  ['src/build', { values: ['*'] }],
  ['test', { values: ['*'] }],
  // these run outside VS Code
  ['test/unit', { values: ['*'], never: 'vscode' }],
  ['test/table', { values: ['*'], never: 'vscode' }],
]);

/**
 * Features: one must be removable without its neighbours failing at run time. They share what stands in `shared`,
 * get each other's services through the record of services, and may name each other's types.
 */
const featureRoot = 'src/host/';

/** The record of all services names the type of each, so its type imports say nothing about who needs whom. */
const servicesRecordPath = 'src/host/shared/services.ts';

/**
 * Holds imports against the table.
 * @returns one sentence per fault, sorted; empty when all is well
 */
export function findLayerFaults(files: readonly string[], edges: readonly ImportEdge[]): readonly string[] {
  const needs = edges.filter((edge) => edge.kind !== 'computed' && !(edge.kind === 'type' && edge.from === servicesRecordPath));
  const homeless = files.filter((file) => findLayer(file) === undefined);
  const faults = [
    ...homeless.map((file) => `${file} is in no folder of the layer table`),
    ...edges.flatMap((edge) => findEdgeFault(edge) ?? []),
    ...findFolderCycleFaults(needs),
    ...findFileCycleFaults(needs),
  ];
  return [...new Set(faults)].toSorted();
}

function findEdgeFault({ from, to, kind }: ImportEdge): string | undefined {
  const layer = findLayer(from);
  const rule = findLayerRule(from);
  if (layer === undefined || rule === undefined) {
    return undefined; // reported as homeless
  }
  const fault = (why: string): string => `${from} imports ${kind === 'type' ? 'types of ' : ''}${to}: ${why}`;
  if (kind === 'computed') {
    return rule.values.includes('*') ? undefined : fault('an import that is worked out at run time cannot be checked');
  }
  const target = findLayer(to) ?? getPackageName(to);
  if (target === layer) {
    const [own, other] = [getFeatureName(from), getFeatureName(to)];
    const isForeign =
      kind === 'value' && own !== undefined && other !== undefined && own !== other && other !== 'shared' && other !== 'services';
    return isForeign ? fault(`the feature ${own} may not need the feature ${other}`) : undefined;
  }
  const isAllowed = (names: readonly string[] = []): boolean => names.some((name) => isSameOrBelow(to, name));
  if (!isSameOrBelow(to, rule.never ?? '-') && (isAllowed(rule.values) || (kind === 'type' && isAllowed(rule.types)))) {
    return undefined;
  }
  if (to.startsWith('node:')) {
    return fault(`${layer} is free of Node`);
  }
  return fault(`${layer} may ${isAllowed(rule.types) ? 'import types alone of' : 'not import'} ${target}`);
}

/** Whether a name is another one or lies below it. */
function isSameOrBelow(name: string, start: string): boolean {
  return start === '*' || name === start || name.startsWith(start.endsWith(':') ? start : `${start}/`);
}

/** Siblings that need each other, at any depth. A folder and what stands in it directly count as one. */
function findFolderCycleFaults(edges: readonly ImportEdge[]): readonly string[] {
  const levels = Map.groupBy(
    edges.flatMap(({ from, to }) => findSiblingFolders(from, to) ?? []),
    ({ parent }) => parent,
  );
  return [...levels].flatMap(([parent, ways]) =>
    findCycles(ways.map(({ from, to }) => [from, to])).map(
      (names) => `the folders ${names.join(', ')} of ${parent} import each other in a circle`,
    ),
  );
}

/** Files that need each other, be it for a type: neither can be read or moved without the other. */
function findFileCycleFaults(edges: readonly ImportEdge[]): readonly string[] {
  const pairs = edges.filter(({ from, to, kind }) => kind !== 'computed' && from.startsWith('src/') && to.startsWith('src/'));
  return findCycles(pairs.map(({ from, to }) => [from, to])).map(
    (names) => `the files ${names.join(', ')} import each other in a circle`,
  );
}

/** The two folders beside each other through which an import goes; undefined when one end lies in their parent itself. */
function findSiblingFolders(
  from: string,
  to: string,
): { readonly parent: string; readonly from: string; readonly to: string } | undefined {
  const a = from.split('/');
  const b = to.split('/');
  const depth = a.findIndex((name, index) => name !== b[index]);
  const fromFolder = depth < a.length - 1 ? a[depth] : undefined;
  const toFolder = depth < b.length - 1 ? b[depth] : undefined;
  return depth < 1 || fromFolder === undefined || toFolder === undefined
    ? undefined
    : { parent: a.slice(0, depth).join('/'), from: fromFolder, to: toFolder };
}

/** Groups of names that reach each other. */
function findCycles(pairs: readonly (readonly [string, string])[]): readonly (readonly string[])[] {
  const next = Map.groupBy(pairs, ([from]) => from);
  const reach = new Map<string, ReadonlySet<string>>();
  for (const start of next.keys()) {
    const found = new Set<string>();
    const open = [start];
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      const fresh = (next.get(name) ?? []).map(([, to]) => to).filter((to) => !found.has(to));
      fresh.forEach((to) => found.add(to));
      open.push(...fresh);
    }
    reach.set(start, found);
  }
  const inCircle = (a: string, b: string): boolean => reach.get(a)?.has(b) === true && reach.get(b)?.has(a) === true;
  const groups = [...reach.keys()].map((name) => [...reach.keys()].filter((other) => inCircle(name, other)).toSorted());
  // each group is named by its first member
  return groups.filter(([first], at) => first !== undefined && groups.findIndex((group) => group[0] === first) === at);
}

/** The row of a file: of those that fit, the longest. */
function findLayerRule(file: string): LayerRule | undefined {
  const fitting = [...layerRuleByFolder.keys()].filter((name) => isSameOrBelow(file, name));
  return layerRuleByFolder.get(fitting.toSorted((a, b) => b.length - a.length)[0] ?? '');
}

/** The folder of the table that a file of the project lies in. */
function findLayer(file: string): string | undefined {
  const [top, second] = file.split('/');
  const name = top === 'src' ? `src/${second ?? ''}` : top;
  return name !== undefined && layerRuleByFolder.has(name) ? name : undefined;
}

function getFeatureName(file: string): string | undefined {
  const parts = file.startsWith(featureRoot) ? file.slice(featureRoot.length).split('/') : [];
  return parts.length > 1 ? parts[0] : undefined;
}

/** The package that a specifier names, with its scope. */
function getPackageName(specifier: string): string {
  return /^(?:@[^/]*\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
}

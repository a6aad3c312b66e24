/** One import as a file states it. Both ends are paths relative to the project, with `/`; `to` may be a package or `node:` name. */
export interface ImportEdge {
  readonly from: string;
  readonly to: string;
  /** `computed`: the target is not written down (`import(name)`, `createRequire`), so nobody can check it. */
  readonly kind: 'value' | 'type' | 'computed';
}

interface LayerRule {
  /** The folders under `src` it may import from, its own left out. */
  readonly layers: readonly string[];
  /** A folder under `src` from which only types may come, and a prefix from which values may come all the same. */
  readonly typesOf?: { readonly layer: string; readonly valuesFrom?: string };
  /** Packages by name; `@scope/*` stands for the whole scope. */
  readonly packages: readonly string[];
  readonly node: boolean;
  /** Imports that are worked out at run time pass unread. */
  readonly computed?: true;
}

/** "Who may import whom" of ARCHITECTURE.md. A folder that is not in this table fails the check. */
const rules: ReadonlyMap<string, LayerRule> = new Map<string, LayerRule>([
  ['src/client', { layers: [], packages: ['zod'], node: true }],
  ['src/catalog', { layers: ['src/client'], packages: ['zod'], node: false }],
  ['src/sandbox', { layers: ['src/client'], packages: ['zod'], node: true }],
  ['src/fixtures', { layers: ['src/client'], packages: ['zod'], node: true }],
  [
    'src/results',
    { layers: ['src/client'], packages: ['zod', 'hyparquet-writer', 'd3-array', 'd3-scale', 'd3-time'], node: false },
  ],
  ['src/store', { layers: ['src/client'], packages: ['zod'], node: true }],
  // what the product does, without VS Code and without a page
  ['src/app', { layers: ['src/client'], typesOf: { layer: 'src/protocol' }, packages: ['zod', '@vscode/l10n'], node: false }],
  [
    'src/protocol',
    { layers: [], typesOf: { layer: 'src/client', valuesFrom: 'src/client/records/' }, packages: ['zod'], node: false },
  ],
  [
    'src/webview',
    {
      layers: ['src/app', 'src/protocol', 'src/results'],
      typesOf: { layer: 'src/client', valuesFrom: 'src/client/search/' },
      packages: ['lit', '@lit/*', '@tanstack/lit-virtual', '@vscode-elements/*', '@vscode/l10n', 'zod'],
      node: false,
    },
  ],
  // The extension host is a Node process, so its folders may use what Node brings.
  [
    'src/host',
    {
      layers: ['src/client', 'src/app', 'src/catalog', 'src/fixtures', 'src/results', 'src/store', 'src/protocol'],
      packages: ['vscode'],
      node: true,
    },
  ],
  [
    'src/extension.ts',
    { layers: ['src/host', 'src/client', 'src/sandbox', 'src/store'], packages: ['vscode', '@vscode/l10n'], node: true },
  ],
  ['src/build', { layers: ['*'], packages: ['*'], node: true, computed: true }],
  ['test', { layers: ['*'], packages: ['*'], node: true, computed: true }],
]);

/** What single files may import beside their folder's rule. */
const exceptions: readonly { readonly file: string; readonly name: string }[] = [
  { file: 'src/client/transports/undici.ts', name: 'undici' },
];

/** Parts of a folder in which its leave to use Node does not hold: they must run in any JavaScript. */
const withoutNode = [
  'src/client/endpoints/',
  'src/client/json/',
  'src/client/records/',
  'src/client/schemas/',
  'src/client/search/',
  'src/client/upstream/',
];

/** Tests that run outside VS Code. */
const withoutVscode = ['test/unit/', 'test/table/'];

/**
 * Features: one must be removable without its neighbours failing at run time. They share what stands in `shared`,
 * get each other's services through the record of services, and may name each other's types.
 */
const featureRoot = 'src/host/';

/** The record of all services names the type of each, so its type imports say nothing about who needs whom. */
const servicesRecord = 'src/host/shared/services.ts';

/**
 * Holds imports against the table.
 * @param files every source file, relative to the project
 * @returns one sentence per fault, sorted; empty when all is well
 */
export function layerFaults(files: readonly string[], edges: readonly ImportEdge[]): readonly string[] {
  const needs = edges.filter((edge) => edge.kind !== 'computed' && !(edge.kind === 'type' && edge.from === servicesRecord));
  const homeless = files.filter((file) => layerOf(file) === undefined);
  const faults = [
    ...homeless.map((file) => `${file} is in no folder of the layer table`),
    ...edges.flatMap((edge) => edgeFault(edge) ?? []),
    ...folderCycles(needs),
    ...fileCycles(needs),
  ];
  return [...new Set(faults)].toSorted();
}

function edgeFault(edge: ImportEdge): string | undefined {
  const layer = layerOf(edge.from);
  const rule = layer === undefined ? undefined : rules.get(layer);
  if (layer === undefined || rule === undefined) {
    return undefined; // reported as homeless
  }
  const fault = (why: string): string => `${edge.from} imports ${edge.kind === 'type' ? 'types of ' : ''}${edge.to}: ${why}`;
  if (edge.kind === 'computed') {
    return rule.computed === true ? undefined : fault('an import that is worked out at run time cannot be checked');
  }
  if (edge.to.startsWith('src/') || edge.to.startsWith('test/')) {
    return projectFault(edge, layer, rule, fault);
  }
  return packageFault(edge, layer, rule, fault);
}

function projectFault(edge: ImportEdge, layer: string, rule: LayerRule, fault: (why: string) => string): string | undefined {
  const target = layerOf(edge.to);
  if (target === undefined) {
    return fault('it leads out of the layer table');
  }
  if (target === layer) {
    const from = featureOf(edge.from);
    const to = featureOf(edge.to);
    const apart = edge.kind === 'value' && from !== undefined && to !== undefined && from !== to && to !== 'shared';
    return apart ? fault(`the feature ${from} may not need the feature ${to}`) : undefined;
  }
  if (rule.layers.includes('*') || rule.layers.includes(target)) {
    return undefined;
  }
  if (rule.typesOf?.layer === target) {
    const { valuesFrom } = rule.typesOf;
    const allowed = edge.kind === 'type' || (valuesFrom !== undefined && edge.to.startsWith(valuesFrom));
    const values = valuesFrom === undefined ? 'no values' : `values from ${valuesFrom} only`;
    return allowed ? undefined : fault(`of ${target}, ${layer} may import types, and ${values}`);
  }
  return fault(`${layer} may not import ${target}`);
}

function packageFault(edge: ImportEdge, layer: string, rule: LayerRule, fault: (why: string) => string): string | undefined {
  if (edge.to.startsWith('node:')) {
    if (!rule.node) {
      return fault(`${layer} is free of Node`);
    }
    const part = withoutNode.find((prefix) => edge.from.startsWith(prefix));
    return part === undefined ? undefined : fault(`${part} is free of Node`);
  }
  const name = packageName(edge.to);
  if (name === 'vscode' && withoutVscode.some((prefix) => edge.from.startsWith(prefix))) {
    return fault('these tests run outside VS Code');
  }
  const allowed =
    rule.packages.some(
      (pattern) => pattern === '*' || pattern === name || (pattern.endsWith('/*') && name.startsWith(pattern.slice(0, -1))),
    ) || exceptions.some((exception) => exception.file === edge.from && exception.name === name);
  return allowed ? undefined : fault(`${layer} may not import ${name}`);
}

/** Siblings that need each other, at any depth. A folder and what stands in it directly count as one. */
function folderCycles(edges: readonly ImportEdge[]): readonly string[] {
  const levels = new Map<string, [string, string][]>();
  for (const { from, to } of edges) {
    const ways = siblings(from, to);
    if (ways !== undefined) {
      levels.set(ways.parent, [...(levels.get(ways.parent) ?? []), [ways.from, ways.to]]);
    }
  }
  return [...levels].flatMap(([parent, pairs]) =>
    cycles(pairs).map((names) => `the folders ${names.join(', ')} of ${parent} import each other in a circle`),
  );
}

/** Files that need each other's values; types alone do no harm at run time. */
function fileCycles(edges: readonly ImportEdge[]): readonly string[] {
  const pairs = edges.filter(({ from, to, kind }) => kind === 'value' && from.startsWith('src/') && to.startsWith('src/'));
  return cycles(pairs.map(({ from, to }) => [from, to])).map(
    (names) => `the files ${names.join(', ')} import each other in a circle`,
  );
}

/** The two folders beside each other through which an import goes; undefined when one end lies in their parent itself. */
function siblings(from: string, to: string): { readonly parent: string; readonly from: string; readonly to: string } | undefined {
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
function cycles(pairs: readonly (readonly [string, string])[]): readonly (readonly string[])[] {
  const next = new Map<string, Set<string>>();
  for (const [from, to] of pairs) {
    next.set(from, (next.get(from) ?? new Set()).add(to));
  }
  const reach = new Map([...next.keys()].map((name) => [name, reachable(name, next)]));
  const seen = new Set<string>();
  const groups: string[][] = [];
  for (const [name, others] of reach) {
    if (!seen.has(name) && others.has(name)) {
      const group = [...others].filter((other) => reach.get(other)?.has(name) === true).toSorted();
      group.forEach((member) => seen.add(member));
      groups.push(group);
    }
  }
  return groups;
}

function reachable(start: string, next: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [start];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    for (const other of next.get(name) ?? []) {
      if (!found.has(other)) {
        found.add(other);
        open.push(other);
      }
    }
  }
  return found;
}

function layerOf(file: string): string | undefined {
  const [top, second] = file.split('/');
  const name = top === 'src' ? `src/${second ?? ''}` : top;
  return name !== undefined && rules.has(name) ? name : undefined;
}

function featureOf(file: string): string | undefined {
  const parts = file.startsWith(featureRoot) ? file.slice(featureRoot.length).split('/') : [];
  return parts.length > 1 ? parts[0] : undefined;
}

function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The contribution points of the manifest that need no proposal in any VS Code that the extension runs in. Tests run in a VS Code that
 * allows proposals to every extension, so nothing else would tell: a new point is looked up before it is added here.
 */
const stableContributionPoints: ReadonlySet<string> = new Set([
  ...[
    'commands',
    'configuration',
    'jsonValidation',
    'keybindings',
    'menus',
    'submenus',
    'views',
    'viewsContainers',
    'viewsWelcome',
  ],
  ...['walkthroughs', 'languageModelTools', 'chatSkills'],
]);

/** What the extension may use of the namespaces that are proposed in large part. */
const stableMembersByNamespace: Readonly<Record<string, readonly string[]>> = {
  lm: ['registerTool', 'invokeTool', 'tools'],
  chat: [],
};

/** Names that are of proposals alone; types do not tell where an object is put together before it is given to VS Code. */
const proposedNamePattern =
  /\b(?:pastTenseMessage|registerToolDefinition|chatContext|languageModelToolSets|enabledApiProposals)\b/g;
const namespaceDestructuringPattern = /\{[^{}]*\b(lm|chat)\b[^{}]*\}\s*(?:=\s*vscode\b(?!\.)|from\s+'vscode')/g;

/**
 * Checks that the extension needs no proposed API of VS Code: published extensions cannot have it.
 * @returns one sentence per fault, with the file
 */
export function checkProposedApi(root: string): readonly string[] {
  const sources = globSync('src/{extension.ts,host/**/*.ts,app/**/*.ts,mcp/**/*.ts}', { cwd: root }).toSorted();
  return [
    ...findManifestFaults(readFileSync(path.join(root, 'package.json'), 'utf8')),
    ...sources.flatMap((file) => findSourceFaults(file.replaceAll(path.sep, '/'), readFileSync(path.join(root, file), 'utf8'))),
  ];
}

function findManifestFaults(text: string): readonly string[] {
  const parsed: unknown = JSON.parse(text);
  const manifest = typeof parsed === 'object' && parsed !== null ? parsed : {};
  const points =
    'contributes' in manifest && typeof manifest.contributes === 'object' ? Object.keys(manifest.contributes ?? {}) : [];
  const unknown = points.filter((point) => !stableContributionPoints.has(point));
  return [
    ...('enabledApiProposals' in manifest ? ['package.json asks for proposed API'] : []),
    ...unknown.map((point) => `package.json contributes ${point}, which is not known to be stable`),
  ];
}

function findSourceFaults(file: string, source: string): readonly string[] {
  const members = [...source.matchAll(/\bvscode\s*\??\.\s*(lm|chat)\b\s*(?:\??\.\s*(\w+))?/g)].flatMap(
    ([, space = '', member = '']) =>
      stableMembersByNamespace[space]?.includes(member) === true ? [] : [`vscode.${space}.${member}`],
  );
  const names = [...source.matchAll(proposedNamePattern)].map(([name]) => name);
  const parts = [...source.matchAll(namespaceDestructuringPattern)].map(([, space = '']) => `vscode.${space} as a part`);
  const modules = /declare\s+module\s+['"]vscode['"]/.test(source) ? ['a declaration of its own of vscode'] : [];
  return [...members, ...names, ...parts, ...modules].map((what) => `${file} uses ${what}, which is not known to be stable`);
}

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import manifest from '../../package.json' with { type: 'json' };

/**
 * The contribution points of the manifest that need no proposal in any VS Code that the extension runs in. Tests run in a VS Code that
 * allows proposals to every extension, so nothing else would tell: a new point is looked up before it is added here.
 */
const stableContributionPoints: ReadonlySet<string> = new Set([
  ...['commands', 'configuration', 'jsonValidation', 'keybindings', 'menus', 'submenus', 'views', 'viewsContainers'],
  ...['viewsWelcome', 'walkthroughs', 'languageModelTools', 'chatSkills'],
]);

/** Members of namespaces that are mostly proposed, and names that only proposals have. */
const proposedPattern =
  /\bvscode\.(?:chat\b|lm\.(?!registerTool\b|invokeTool\b|tools\b)\w+)|\b(?:pastTenseMessage|registerToolDefinition|chatContext|languageModelToolSets|enabledApiProposals)\b/g;

/**
 * Checks that the extension needs no proposed API of VS Code: published extensions cannot have it.
 * @returns one sentence per fault, with the file
 */
export function checkProposedApi(root: string): readonly string[] {
  const points = Object.keys(manifest.contributes).filter((point) => !stableContributionPoints.has(point));
  const files = globSync('src/{extension.ts,host/**/*.ts,app/**/*.ts,mcp/**/*.ts}', { cwd: root });
  return [
    ...points.map((point) => `package.json contributes ${point}, which is not known to be stable`),
    ...files.flatMap((file) =>
      [...readFileSync(path.join(root, file), 'utf8').matchAll(proposedPattern)].map(
        ([what]) => `${file} uses ${what}, which is not known to be stable`,
      ),
    ),
  ];
}

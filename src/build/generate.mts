// `npm run generate`: writes the files and parts of files that are made from the catalogue or a package.
// `--check` writes nothing, names the stale ones and ends with 1 if there are any.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { addToolsToManifest } from './agentManifest.ts';
import { formatOpenApiDocument } from './openApi/openApi.ts';
import { formatEndpointTables } from './openApi/formatEndpointTables.ts';
import type { Service } from '../client/endpoint.ts';
import { createSidecarJsonSchema } from '../app/fixtures/sidecar.ts';
import { endpoints } from '../client/endpoints/table.ts';
import { type Operator, operators } from '../client/search/operators.ts';
import { formatL10nBundle, l10nBundleFile } from './strings/checkTranslations.mts';
import { writeNpxArgs } from './publishing.ts';
import { projectFolders } from './projectFolders.ts';
import { formatIconShapes, readCodicon } from './webviewIcons.ts';

/**
 * Makes the new text of a file of what stands there now, undefined when there is no such file.
 * @throws Error when a file that is generated in part is missing or has no place for the part
 */
type FileTextGenerator = (current: string | undefined) => string;

/** Everything that `npm run generate` writes and `npm run generate -- --check` compares, by its path. */
export const generatorByFilePath: Readonly<Record<string, FileTextGenerator>> = {
  'package.json': addToolsToManifest,
  'README.md': (current) => writeNpxArgs(replaceGeneratedPart(current, 'endpoints', describeEndpointCounts())),
  'docs/agents.md': writeNpxArgs,
  'docs/package.md': writeNpxArgs,
  'docs/sandbox.md': writeNpxArgs,
  'media/skills/social-data/SKILL.md': (current) => replaceGeneratedPart(current, 'operators', formatOperatorLines()),
  'docs/endpoints.md': () => `# Endpoints\n\n${formatEndpointTables(endpoints)}\n`,
  'docs/assumptions.md': (current) => replaceGeneratedPart(current, 'guesses', formatGuessList()),
  'docs/openapi.primary.json': () => formatOpenApiDocument('primary', endpoints),
  'docs/openapi.gateway.json': () => formatOpenApiDocument('gateway', endpoints),
  'media/schemas/fixture.schema.json': () => `${JSON.stringify(createSidecarJsonSchema(), undefined, 2)}\n`,
  [l10nBundleFile]: () => formatL10nBundle(projectFolders.root),
  'src/webview/components/iconShapes.json': (current = '{}') => formatIconShapes(current, readCodicon),
};

/**
 * Puts a part between the lines `<!-- name:start -->` and `<!-- name:end -->`.
 * @throws Error when the text or one of the two lines is missing, doubled or in the wrong order
 */
export function replaceGeneratedPart(text: string | undefined, name: string, part: string): string {
  const lines = text?.split('\n') ?? [];
  const [start = 0, end = 0] = ['start', 'end'].map((side) => {
    const line = `<!-- ${name}:${side} -->`;
    const count = lines.filter((other) => other === line).length;
    if (count !== 1) {
      throw new Error(`the line ${line} stands there ${count} times; it is needed once`);
    }
    return lines.indexOf(line);
  });
  if (end < start) {
    throw new Error(`<!-- ${name}:end --> stands before <!-- ${name}:start -->`);
  }
  return [...lines.slice(0, start + 1), '', ...part.split('\n'), '', ...lines.slice(end)].join('\n');
}

/** The operators of search, a line for each kind of them, for agents: examples say more than formats do. */
function formatOperatorLines(): string {
  const all: readonly Operator[] = operators;
  return all
    .map(({ example, description, values = [] }) => {
      const others = values.length < 2 ? '' : ` Or ${values.filter((value) => !example.endsWith(`:${value}`)).join(', ')}.`;
      return `- \`${example}\` ${description}.${others}`;
    })
    .join('\n');
}

/** How many endpoints there are, for the README. */
function describeEndpointCounts(): string {
  const count = (name: Service): number => endpoints.filter(({ service }) => service === name).length;
  return `${count('primary')} of the primary service and ${count('gateway')} of the gateway: [docs/endpoints.md](docs/endpoints.md).`;
}

/** What of the answers is a guess, row by row, and then what the documents mark beside, for docs/assumptions.md. */
function formatGuessList(): string {
  const ofRows = endpoints
    .filter(({ guesses }) => guesses.length > 0)
    .map(({ service, method, path, guesses }) => `- ${service} \`${method} ${path}\`: ${guesses.join(' ')}`);
  return [
    ...ofRows,
    ...(['primary', 'gateway'] as const).map((service) => `- ${service}: ${listGuessesOutsideEndpoints(service).join(' ')}`),
  ].join('\n');
}

function listGuessesOutsideEndpoints(service: Service): readonly string[] {
  const ofRows = new Set(endpoints.flatMap(({ guesses }) => guesses));
  const found = new Set<string>();
  JSON.parse(formatOpenApiDocument(service, endpoints), (name, value: unknown) => {
    if (name === 'x-guesses' && Array.isArray(value)) for (const guess of value) found.add(String(guess));
    return value;
  });
  return [...found].filter((guess) => !ofRows.has(guess));
}

/** Writes one file, or compares it. @returns what is wrong with it, if anything is */
function writeOrCompareFile(name: string, make: FileTextGenerator, root: string, checkOnly: boolean): string | undefined {
  const file = path.join(root, name);
  const current = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  let made: string;
  try {
    made = make(current);
  } catch (error) {
    return `${name}: ${error instanceof Error ? error.message : String(error)}`;
  }
  if (made === current) {
    return undefined;
  }
  if (checkOnly) {
    return `${name} is stale: run npm run generate`;
  }
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, made);
  console.log(`${name} written`);
  return undefined;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false }, root: { type: 'string' } } });
  const root = values.root ?? projectFolders.root;
  const faults = Object.entries(generatorByFilePath)
    .map(([name, make]) => writeOrCompareFile(name, make, root, values.check))
    .filter((fault) => fault !== undefined);
  faults.forEach((fault) => console.error(fault));
  process.exitCode = faults.length === 0 ? 0 : 1;
}

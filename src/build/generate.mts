// `npm run generate`: writes the files and parts of files that are made from the catalogue or a package.
// `--check` writes nothing, names the stale ones and ends with 1 if there are any.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { addToolsToManifest } from './agentManifest.ts';
import { formatOpenApiDocument } from './openApi/openApi.ts';
import { formatEndpointTables } from './openApi/formatEndpointTables.ts';
import type { Service } from '../client/endpoint.ts';
import { createSidecarJsonSchema } from '../app/fixtures/sidecar.ts';
import { endpoints } from '../client/endpoints/table.ts';
import { type Operator, operators } from '../client/search/operators.ts';
import { formatL10nBundle } from './l10nBundle.ts';
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
  'README.md': (current) => replaceGeneratedPart(current, 'endpoints', describeEndpointCounts()),
  'media/skills/social-data/SKILL.md': (current) => replaceGeneratedPart(current, 'operators', formatOperatorLines()),
  'docs/endpoints.md': () => `# Endpoints\n\n${formatEndpointTables(endpoints)}\n`,
  'docs/assumptions.md': (current) => replaceGeneratedPart(current, 'guesses', formatGuessList()),
  'docs/openapi.primary.json': () => formatOpenApiDocument('primary', endpoints),
  'docs/openapi.gateway.json': () => formatOpenApiDocument('gateway', endpoints),
  'media/schemas/fixture.schema.json': () => `${JSON.stringify(createSidecarJsonSchema(), undefined, 2)}\n`,
  'l10n/bundle.l10n.json': () => formatL10nBundle(projectFolders.root),
  'src/webview/components/iconShapes.json': (current = '{}') => formatIconShapes(current, readCodicon),
};

/** Puts a part between the lines `<!-- name:start -->` and `<!-- name:end -->`. @throws Error where one of them is missing */
function replaceGeneratedPart(text = '', name: string, part: string): string {
  const [start, end] = [`<!-- ${name}:start -->\n`, `<!-- ${name}:end -->\n`];
  const [before, after] = [text.split(start)[0], text.split(end)[1]];
  if (before === text || before === undefined || after === undefined) throw new Error(`there is no place for ${name}`);
  return `${before}${start}\n${part}\n\n${end}${after}`;
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

if (import.meta.main) {
  const isCheck = process.argv.includes('--check');
  for (const [name, make] of Object.entries(generatorByFilePath)) {
    const file = path.join(projectFolders.root, name);
    const current = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    const made = make(current);
    if (made === current) continue;
    if (isCheck) {
      console.error(`${name} is stale: run npm run generate`);
      process.exitCode = 1;
    } else {
      writeFileSync(file, made);
      console.log(`${name} written`);
    }
  }
}

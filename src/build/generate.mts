// `npm run generate`: writes generated files and parts of files.
// `--check` only lists stale files, and then exits with 1.
import * as z from 'zod';
import { existsSync, readFileSync, writeFileSync, globSync } from 'node:fs';
import path from 'node:path';
import { formatEndpointTables, formatOpenApiDocument } from './openApi/openApi.ts';
import { recordKinds, type Service } from '../client/endpoint.ts';
import { createSidecarJsonSchema } from '../features/fixtures/sidecar.ts';
import { endpoints } from '../client/endpoints/table.ts';
import { type Operator, operators } from '../client/search/operators.ts';
import { projectFolders } from './projectFolders.ts';
import { agentTools } from '../features/agents/runTool.ts';
import { toVsCodeToolName } from '../features/agents/toolNames.ts';
import { toToolJsonSchema } from '../features/agents/agentTool.ts';
import { fileURLToPath } from 'node:url';
import { type Node, parseSync, Visitor } from 'oxc-parser';
import { listFormFields } from '../core/requests/form.ts';
import { listInputFields } from '../core/requests/formFields.ts';
import { getTableColumns } from '../core/table/recordTable.ts';
import { filterGroups, filterDefinitions } from '../client/search/filters.ts';
import { valueFormats } from '../client/search/valueFormats.ts';
import { textOrFilterFaultMessages } from '../client/search/describeSearchFault.ts';

/** The sandbox and scripts aren't translated. */
const { root } = projectFolders;

const localizedSourcesGlob = 'src/{extension.ts,{core,features,page,workbench}/**/*.ts}';

/** The only file that translates strings that aren't literals. */
const translateTableTextFile = 'src/core/records/translateTableText.ts';

/** The bundle for translators: each English string is its own key. @throws Error for a string that isn't a literal */
function formatL10nBundle(): string {
  const written = globSync(localizedSourcesGlob, { cwd: root })
    .map((file) => file.replaceAll(path.sep, '/'))
    .flatMap((file) => findTranslatedTexts(file, readFileSync(path.join(root, file), 'utf8')));
  const sorted = [...new Set([...written, ...listTableTexts()])].toSorted((one, other) => (one < other ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(sorted.map((text) => [text, text])), undefined, 2)}\n`;
}

function findTranslatedTexts(file: string, source: string): readonly string[] {
  const messages: string[] = [];
  new Visitor({
    CallExpression: ({ callee, arguments: [first] }) => {
      if (!isTranslateFunction(callee)) return;
      const message = getLiteralText(first);
      if (message !== undefined) messages.push(message);
      else if (file !== translateTableTextFile) throw new Error(`${file} passes a non-literal to a translation function`);
    },
  }).visit(parseSync(file, source).program);
  return messages;
}

function isTranslateFunction(node: Node): boolean {
  if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier' || node.property.name !== 't') return false;
  const { object } = node;
  if (object.type === 'Identifier') return object.name === 'l10n';
  return object.type === 'MemberExpression' && object.property.type === 'Identifier' && object.property.name === 'l10n';
}

function getLiteralText(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0]?.value.cooked ?? undefined;
  return undefined;
}

/** Functions (with argument positions) and properties that take a string in code without translations. */
const literalTextSources: readonly {
  readonly files: string;
  readonly args: Readonly<Record<string, readonly number[]>>;
  readonly keys: readonly string[];
}[] = [
  {
    files: 'src/client/search/*.ts',
    args: { createMessageTemplate: [0], createReplaceFix: [0] },
    keys: ['message', 'string', 'string[]', 'number', 'boolean'],
  },
  {
    files: 'src/core/table/plots.ts',
    args: {
      plotCountsOverTime: [1, 2],
      plotMagnitudes: [2, 4],
      plotTopValues: [2, 4],
      plotTopRows: [2, 5],
    },
    keys: ['title', 'unit'],
  },
];

/** The strings that `translateTableText` translates. */
function listTableTexts(): readonly string[] {
  const written = literalTextSources.flatMap(({ files, args, keys }) => {
    const found = globSync(files, { cwd: root });
    if (found.length === 0) throw new Error(`no file matches ${files}`);
    return found.flatMap((file) => findLiterals(file, readFileSync(path.join(root, file), 'utf8'), args, keys));
  });
  return [
    ...written,
    ...endpoints.flatMap(({ title, summary }) => [title, summary]),
    ...[...endpoints.flatMap(listFormFields), ...endpoints.flatMap(listInputFields)].flatMap(({ name, title, help, choices }) => [
      title,
      help ?? '',
      ...(name === 'category' ? (choices ?? []) : []), // the search's tabs; other choices are shown as they are sent
    ]),
    ...recordKinds.flatMap((kind) => getTableColumns(kind, []).map(({ title }) => title)),
    ...filterGroups,
    ...filterDefinitions.map(({ title }) => title),
    ...operators.map(({ description }) => description),
    ...Object.values(textOrFilterFaultMessages).flatMap((message) => [message, `{0}: ${message}`]),
    'Example',
    ...Object.values(valueFormats).map(({ says }) => `{0} must be ${says}, not '{1}'.`),
  ].filter((text) => /\p{L}/u.test(text));
}

function findLiterals(
  file: string,
  source: string,
  args: Readonly<Record<string, readonly number[]>>,
  keys: readonly string[],
): readonly string[] {
  const found: (string | undefined)[] = [];
  new Visitor({
    CallExpression: ({ callee, arguments: given }) => {
      if (callee.type === 'Identifier') for (const index of args[callee.name] ?? []) found.push(getLiteralText(given[index]));
    },
    Property: ({ key, value }) => {
      const name = key.type === 'Identifier' ? key.name : getLiteralText(key);
      if (name !== undefined && keys.includes(name)) found.push(getLiteralText(value));
    },
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && keys.includes(id.name) && init !== null) found.push(getLiteralText(init));
    },
  }).visit(parseSync(file, source).program);
  return found.filter((text) => text !== undefined);
}

/**
 * Returns a file's new text.
 * @param current undefined if there is no such file
 * @throws Error if the file doesn't have a place for its generated part
 */
type FileTextGenerator = (current: string | undefined) => string;

export const generatorByFilePath: Readonly<Record<string, FileTextGenerator>> = {
  'package.json': addToolsToManifest,
  'README.md': (current) => replaceGeneratedPart(current, 'endpoints', describeEndpointCounts()),
  'media/skills/social-data/SKILL.md': (current) => replaceGeneratedPart(current, 'operators', formatOperatorLines()),
  'docs/endpoints.md': () => `# Endpoints\n\n${formatEndpointTables(endpoints)}\n`,
  'docs/assumptions.md': (current) => replaceGeneratedPart(current, 'guesses', formatGuessList()),
  'docs/openapi.primary.json': () => formatOpenApiDocument('primary', endpoints),
  'docs/openapi.gateway.json': () => formatOpenApiDocument('gateway', endpoints),
  'media/schemas/fixture.schema.json': () => `${JSON.stringify(createSidecarJsonSchema(), undefined, 2)}\n`,
  'l10n/bundle.l10n.json': formatL10nBundle,
  'src/page/kit/iconShapes.json': formatIconShapes,
};

/** Replaces the lines between `<!-- name:start -->` and `<!-- name:end -->`. @throws Error if one of them is missing */
function replaceGeneratedPart(text = '', name: string, part: string): string {
  const [start, end] = [`<!-- ${name}:start -->\n`, `<!-- ${name}:end -->\n`];
  const [before, after] = [text.split(start)[0], text.split(end)[1]];
  if (before === text || before === undefined || after === undefined) throw new Error(`there is no place for ${name}`);
  return `${before}${start}\n${part}\n\n${end}${after}`;
}

function formatOperatorLines(): string {
  const all: readonly Operator[] = operators;
  return all
    .map(({ example, description, values = [] }) => {
      const others = values.length < 2 ? '' : ` Or ${values.filter((value) => !example.endsWith(`:${value}`)).join(', ')}.`;
      return `- \`${example}\` ${description}.${others}`;
    })
    .join('\n');
}

function describeEndpointCounts(): string {
  const count = (name: Service): number => endpoints.filter(({ service }) => service === name).length;
  return `${count('primary')} in the Primary API and ${count('gateway')} in the Gateway API: [docs/endpoints.md](docs/endpoints.md).`;
}

/** The endpoints' guesses, then the OpenAPI documents' other guesses. */
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
    const file = path.join(root, name);
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

/** Display names are in package.nls.json. */
function createToolDeclarations(): readonly unknown[] {
  return agentTools.map((tool) => ({
    name: toVsCodeToolName(tool.name),
    displayName: `%tool.${tool.name}%`,
    modelDescription: tool.description,
    canBeReferencedInPrompt: true,
    toolReferenceName: `social_${tool.name}`,
    icon: '$(telescope)',
    when: 'config.socialData.agents.enabled',
    inputSchema: toToolJsonSchema(tool),
  }));
}

function addToolsToManifest(current: string | undefined): string {
  const manifest: unknown = JSON.parse(current ?? '');
  if (typeof manifest !== 'object' || manifest === null || !('contributes' in manifest)) {
    throw new Error('the manifest has no contributions');
  }
  const contributes: unknown = Object.assign({}, manifest.contributes, { languageModelTools: createToolDeclarations() });
  return `${JSON.stringify({ ...manifest, contributes }, undefined, 2)}\n`;
}

function readCodicon(name: string): string {
  return readFileSync(fileURLToPath(import.meta.resolve(`@vscode/codicons/src/icons/${name}.svg`)), 'utf8');
}

/**
 * Icon paths (SVG, 16 by 16) by name.
 * @param current contains the names; a new one may have any value
 * @throws Error if an icon is more than paths with the same fill
 */
function formatIconShapes(current = '{}'): string {
  const names = Object.keys(z.record(z.string(), z.string()).parse(JSON.parse(current))).toSorted();
  return `${JSON.stringify(Object.fromEntries(names.map((name) => [name, toIconShape(name, readCodicon(name))])), null, 2)}\n`;
}

/** Joins all paths of an SVG. Ignores the fill rule, because the icon font doesn't have one. */
function toIconShape(name: string, svg: string): string {
  const paths = [...svg.matchAll(/<path(?<attributes>(?:\s+[\w-]+="[^"]*")*)\s*\/>/g)].map(
    (match) => match.groups?.['attributes'] ?? '',
  );
  const rest = svg.replaceAll(/<path[^>]*\/>/g, '').trim();
  const isPlain = /^<svg width="16" height="16" viewBox="0 0 16 16"[^>]*(?:\/>|>\s*<\/svg>)$/.test(rest);
  const hasOwnFill = paths.some((attributes) => /\s(?:fill|fill-opacity|transform|stroke|opacity)=/.test(attributes));
  if (!isPlain || hasOwnFill) {
    throw new Error(`the icon ${name} is drawn with more than paths: ${svg.slice(0, 200)}`);
  }
  return paths.map((attributes) => roundPathNumbers(/\sd="([^"]*)"/.exec(attributes)?.[1] ?? '')).join('');
}

/** Coordinates in hundredths of a pixel take a third less space. */
function roundPathNumbers(path: string): string {
  return path.replaceAll(/(?<![.\d])\d+\.\d{3,}(?![.\d])/g, (number) => String(Number(Number(number).toFixed(2))));
}

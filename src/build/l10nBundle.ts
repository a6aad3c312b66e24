import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Node, parseSync, Visitor } from 'oxc-parser';
import { listFormFields } from '../app/requests/form.ts';
import { listInputFields } from '../app/requests/userField.ts';
import { getTableColumns } from '../app/table/recordTable.ts';
import { endpoints } from '../client/endpoints/table.ts';
import { recordKinds } from '../client/records/recordKind.ts';
import { filterGroups, filterDefinitions } from '../client/search/filters.ts';
import { valueFormats } from '../client/search/valueFormats.ts';
import { textOrFilterFaultMessages } from '../client/search/describeSearchFault.ts';
import { operators } from '../client/search/operators.ts';

/** What runs in VS Code or in a page; the sandbox and the scripts speak English alone. */
const localizedSourcesGlob = 'src/{extension.ts,{app,host,protocol,webview}/**/*.ts}';

/** The only file that translates texts which are not literals. */
const translateTableTextFile = 'src/app/records/translateTableText.ts';

/** The bundle for translators, in which each English text is its own key. @throws Error for a text that is not a literal */
export function formatL10nBundle(root: string): string {
  const written = globSync(localizedSourcesGlob, { cwd: root })
    .map((file) => file.replaceAll(path.sep, '/'))
    .flatMap((file) => findTranslatedTexts(file, readFileSync(path.join(root, file), 'utf8')));
  const sorted = [...new Set([...written, ...listTableTexts(root)])].toSorted((one, other) => (one < other ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(sorted.map((text) => [text, text])), undefined, 2)}\n`;
}

function findTranslatedTexts(file: string, source: string): readonly string[] {
  const messages: string[] = [];
  new Visitor({
    CallExpression: ({ callee, arguments: [first] }) => {
      if (!isTranslateFunction(callee)) return;
      const message = getLiteralText(first);
      if (message !== undefined) messages.push(message);
      else if (file !== translateTableTextFile) throw new Error(`${file} translates what is no literal`);
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

/** Functions and properties that take a text, in code without translations: argument positions and property names. */
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
    files: 'src/app/table/plots/*.ts',
    args: {
      createOverTimeCandidate: [2, 3],
      createMagnitudeCandidate: [2, 4],
      createTopValuesCandidate: [2, 4],
      createTopRowsCandidate: [2, 5],
    },
    keys: ['title', 'unit'],
  },
];

/** What `translateTableText` translates: the texts of tables and of code that knows no translations. */
function listTableTexts(root: string): readonly string[] {
  const written = literalTextSources.flatMap(({ files, args, keys }) =>
    globSync(files, { cwd: root }).flatMap((file) => findLiterals(file, readFileSync(path.join(root, file), 'utf8'), args, keys)),
  );
  return [
    ...written,
    ...endpoints.flatMap(({ title, summary }) => [title, summary]),
    ...[...endpoints.flatMap(listFormFields), ...endpoints.flatMap(listInputFields)].flatMap(({ title, help, choices }) => [
      title,
      help ?? '',
      ...(choices ?? []),
    ]),
    ...recordKinds.flatMap((kind) => getTableColumns(kind, []).map(({ title }) => title)),
    ...filterGroups,
    ...filterDefinitions.map(({ title }) => title),
    ...operators.map(({ description }) => description),
    ...Object.values(textOrFilterFaultMessages).flatMap((message) => [message, `{0}: ${message}`]),
    'Example',
    ...Object.values(valueFormats).flatMap(({ says }) => [
      `{0} takes ${says}, not "{1}".`,
      `"{0}:" takes ${says}; "{1}" may find nothing.`,
    ]),
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
      if (callee.type === 'Identifier') for (const place of args[callee.name] ?? []) found.push(getLiteralText(given[place]));
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

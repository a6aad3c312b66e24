import { type Node, parseSync, Visitor } from 'oxc-parser';

/** What a file has for translators, and what keeps a text of it from them. */
export interface TranslatedTextsResult {
  /** The English texts, each as often as it is asked for. */
  readonly messages: readonly string[];
  /** One sentence per fault, with file and line. */
  readonly faults: readonly string[];
}

/** Modules that translate, and the only form of import in which VS Code's own tools for translators follow them. */
const translationModules: readonly (readonly [from: string, name: string])[] = [
  ['vscode', 'vscode'],
  ['@vscode/l10n', 'l10n'],
];

/** The one place that translates what is no literal. */
const translateTableTextFile = 'src/app/records/translateTableText.ts';

/**
 * Finds the texts that `l10n.t('…')` translates, as `@vscode/l10n-dev` does: in calls through a module imported whole, whose first
 * argument is a literal.
 */
export function findTranslatedTexts(file: string, source: string): TranslatedTextsResult {
  const { program } = parseSync(file, source);
  const messages: string[] = [];
  const faults: string[] = [];
  const fault = (at: number, sentence: string): number => faults.push(`${file}:${getLineNumber(source, at)} ${sentence}`);
  const asked = new Set<number>();
  new Visitor({
    ImportDeclaration: ({ source: from, specifiers, importKind, start }) => {
      const translator = translationModules.find(([module]) => module === from.value);
      if (translator === undefined || importKind === 'type') return;
      const isWhole = specifiers.every(({ type, local }) => type === 'ImportNamespaceSpecifier' && local.name === translator[1]);
      const isOtherPart = specifiers.every(({ local }) => local.name !== 'l10n' && local.name !== 't');
      if (!isWhole && (from.value === '@vscode/l10n' || !isOtherPart)) {
        fault(start, `imports parts of ${from.value}: import * as ${translator[1]}`);
      }
    },
    CallExpression: ({ callee, arguments: [first] }) => {
      if (!isTranslateFunction(callee)) return;
      asked.add(callee.start);
      const message = getLiteralText(first);
      if (message === undefined && file !== translateTableTextFile)
        fault(callee.start, 'translates what is no literal, so that no translator sees it');
      else if (message !== undefined) messages.push(message);
    },
    'MemberExpression:exit': (member) => {
      if (isTranslateFunction(member) && !asked.has(member.start)) {
        fault(member.start, 'takes l10n.t as a value, so that no translator sees its texts');
      }
    },
  }).visit(program);
  return { messages, faults };
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

/**
 * Finds texts that stand in code as arguments of some functions and as values of some properties.
 * @param args the places of the texts among the arguments, by the name of the function
 */
export function findLiteralsInArgumentsAndKeys(
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

/** Attributes and properties of elements that people read or hear. */
const readableAttributeAlternatives = String.raw`title|alt|label|placeholder|description|summary|aria(?:-?[lL]abel|-?[dD]escription|-?[vV]alue-?[tT]ext|-?[rR]ole-?[dD]escription)`;
const readablePropertyPattern = new RegExp(`^(?:${readableAttributeAlternatives}|textContent|innerText)$`);
const readableAttributeStartPattern = new RegExp(String.raw`\s[.?]?(?:${readableAttributeAlternatives})=["']?$`);
const readableAttributeValuePattern = new RegExp(
  String.raw`\s(?:${readableAttributeAlternatives})=(?:"([^"\0]*)|'([^'\0]*))`,
  'g',
);
/** Two letters in a row: marks, signs and numbers need no translation. */
const wordPattern = /\p{L}{2}/u;

/**
 * Finds texts that a page shows as they stand in its code: in its templates and in what it assigns to elements.
 * @returns one sentence per fault, with file and line
 */
export function findUntranslatedTextFaults(file: string, source: string): readonly string[] {
  const faults: string[] = [];
  const note = (at: number, shown: string): void => {
    const text = shown.replaceAll(/\s+/g, ' ').trim();
    if (wordPattern.test(text.replaceAll(/&\w+;/g, '')))
      faults.push(`${file}:${getLineNumber(source, at)} shows "${text}" untranslated`);
  };
  const noteLiterals = (node: Node): void => listShownLiterals(node).forEach((one) => note(one.start, one.text));
  new Visitor({
    TaggedTemplateExpression: ({ tag, quasi, start }) => {
      if (tag.type !== 'Identifier' || !/^(?:html|svg)$/.test(tag.name)) return;
      let before = '';
      quasi.quasis.forEach(({ value }, index) => {
        before += value.raw;
        const expression = quasi.expressions[index];
        if (expression === undefined) return;
        if (isOutsideOfTags(before) || readableAttributeStartPattern.test(before)) noteLiterals(expression);
        before += '\0';
      });
      for (const [, text = ''] of before.matchAll(/(?:^|>)([^<]*)/g)) text.split('\0').forEach((part) => note(start, part));
      for (const [, one, other] of before.matchAll(readableAttributeValuePattern)) note(start, one ?? other ?? '');
    },
    AssignmentExpression: ({ left, right }) => {
      if (left.type !== 'MemberExpression' || left.property.type !== 'Identifier') return;
      if (left.object.type === 'Identifier' && left.object.name === 'document') return; // nobody sees the title of a webview's document
      if (readablePropertyPattern.test(left.property.name)) noteLiterals(right);
    },
    CallExpression: ({ callee, arguments: [name, value] }) => {
      const isSet =
        callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && callee.property.name === 'setAttribute';
      if (isSet && value !== undefined && readablePropertyPattern.test(getLiteralText(name) ?? '')) noteLiterals(value);
    },
  }).visit(parseSync(file, source).program);
  return faults;
}

/** Whether what comes next in a template is shown: it stands outside of all tags. */
function isOutsideOfTags(before: string): boolean {
  return before.lastIndexOf('<') <= before.lastIndexOf('>');
}

/** The literals among which an expression chooses. */
function listShownLiterals(node: Node): readonly { readonly start: number; readonly text: string }[] {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [{ start: node.start, text: node.value }] : [];
    case 'TemplateLiteral':
      return node.quasis.map(({ start, value }) => ({ start, text: value.cooked ?? '' }));
    case 'ConditionalExpression':
      return [...listShownLiterals(node.consequent), ...listShownLiterals(node.alternate)];
    case 'LogicalExpression':
      return [...listShownLiterals(node.left), ...listShownLiterals(node.right)];
    default:
      return [];
  }
}

function getLineNumber(source: string, index: number): number {
  return source.slice(0, index).split('\n').length;
}

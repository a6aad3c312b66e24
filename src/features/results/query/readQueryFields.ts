import { type FilterDefinition, type FilterKey, filterDefinitions } from '../../../client/search/filters.ts';
import { parseQuery, type QueryNode } from '../../../client/search/parseQuery.ts';
import type { TextSpan } from '../../../client/search/tokenizeQuery.ts';

export type FilterValue = string | number | boolean | readonly string[];

interface QueryFilterEntry {
  readonly key: FilterKey;
  readonly value: FilterValue;
  /** In order, never empty; several if a list is written as several terms (`-a -b`). */
  readonly spans: readonly TextSpan[];
}

/** The query builder's fields, as a view of the query text. */
export interface QueryFields {
  readonly entries: ReadonlyMap<FilterKey, QueryFilterEntry>;
  /** The text outside all filters. */
  readonly words: string;
  /** False while a quote or parenthesis is open, because a field could change the wrong part. */
  readonly canEdit: boolean;
  /** The whole text is an OR, so an appended filter would apply to its last operand only. */
  readonly isOr: boolean;
}

type FilterKeyAndValue = Omit<QueryFilterEntry, 'spans'>;

/** Filters by operator: `lang`, `-min_faves`, `filter:replies`, `-filter:replies`. */
const filterByOperator: ReadonlyMap<string, FilterDefinition & { readonly key: FilterKey }> = new Map(
  filterDefinitions.flatMap((row): readonly (readonly [string, (typeof filterDefinitions)[number]])[] => {
    switch (row.type) {
      case 'boolean':
        return [[row.operator, row]];
      case 'number':
        return [[row.compose(1).replace(/:.*/, ''), row]];
      case 'string':
        return row.key === 'exactSentence' ? [] : [[row.compose('1').replace(/:.*/, ''), row]];
      case 'string[]':
        return [];
    }
  }),
);

/** The first of repeated filters is used. Never throws. */
export function readQueryFields(text: string): QueryFields {
  const { root, problems } = parseQuery(text);
  const canEdit = !problems.some(
    ({ code }) => code === 'unclosedQuote' || code === 'unmatchedOpen' || code === 'unmatchedClose' || code === 'danglingOr',
  );
  const isOr = root?.kind === 'or';
  const operands = root === null || isOr || !canEdit ? [] : root.kind === 'and' ? root.operands : [root];
  const entries = new Map<FilterKey, QueryFilterEntry>();
  const none: { readonly word: string; readonly span: TextSpan }[] = [];
  for (const node of operands) {
    const claim = readNodeFilter(node);
    if (claim !== undefined && !entries.has(claim.key)) {
      entries.set(claim.key, { ...claim, spans: [{ from: node.from, to: node.to }] });
    }
    const word = node.kind === 'not' ? getTermText(node.operand) : undefined;
    if (word !== undefined) {
      none.push({ word, span: { from: node.from, to: node.to } });
    }
  }
  if (none.length > 0) {
    entries.set('noneOfTheseWords', {
      key: 'noneOfTheseWords',
      value: none.map(({ word }) => word),
      spans: none.map(({ span }) => span),
    });
  }
  return {
    entries,
    words: withoutSpans(
      text,
      [...entries.values()].flatMap(({ spans }) => spans),
    ),
    canEdit,
    isOr,
  };
}

/** Also removes the spaces around the removed spans. */
export function withoutSpans(text: string, spans: readonly TextSpan[]): string {
  let rest = text;
  for (const { from, to } of spans.toSorted((a, b) => b.from - a.from)) {
    rest = `${rest.slice(0, from).trimEnd()} ${rest.slice(to).trimStart()}`;
  }
  return spans.length === 0 ? text : rest.trim();
}

function readNodeFilter(node: QueryNode): FilterKeyAndValue | undefined {
  switch (node.kind) {
    case 'operator':
      return readOperatorFilter('', node) ?? readAccountFilter([node]);
    case 'not':
      return node.operand.kind === 'operator' ? readOperatorFilter('-', node.operand) : undefined;
    case 'phrase':
      return { key: 'exactSentence', value: node.text };
    case 'hashtag':
      return { key: 'hashtags', value: [node.tag] };
    case 'mention':
      return { key: 'mentionsTheseAccounts', value: [node.handle] };
    case 'group': {
      const { body } = node;
      return body === null ? undefined : readGroupFilter(body.kind === 'or' ? body.operands : [body]);
    }
    case 'word':
    case 'and':
    case 'or':
      return undefined;
  }
}

function readOperatorFilter(
  sign: '' | '-',
  { name, value }: QueryNode & { readonly kind: 'operator' },
): FilterKeyAndValue | undefined {
  const row = filterByOperator.get(`${sign}${name}:${value}`) ?? filterByOperator.get(`${sign}${name}`);
  switch (row?.type) {
    case 'boolean':
      return { key: row.key, value: true };
    case 'number':
      return /^\d{1,15}$/.test(value) ? { key: row.key, value: Number(value) } : undefined;
    case 'string':
      return { key: row.key, value };
    case 'string[]':
    case undefined:
      return undefined;
  }
}

function readGroupFilter(nodes: readonly QueryNode[]): FilterKeyAndValue | undefined {
  const tags = nodes.flatMap((node) => (node.kind === 'hashtag' ? [node.tag] : []));
  if (tags.length === nodes.length) {
    return { key: 'hashtags', value: tags };
  }
  const mentions = nodes.flatMap((node) => (node.kind === 'mention' ? [node.handle] : []));
  if (mentions.length === nodes.length) {
    return { key: 'mentionsTheseAccounts', value: mentions };
  }
  const words = nodes.map(getTermText);
  return words.every((word) => word !== undefined) ? { key: 'anyOfTheseWords', value: words } : readAccountFilter(nodes);
}

function readAccountFilter(nodes: readonly QueryNode[]): FilterKeyAndValue | undefined {
  const of = (name: string) => nodes.flatMap((node) => (node.kind === 'operator' && node.name === name ? [node.value] : []));
  const from = of('from');
  const to = of('to');
  if (from.length === nodes.length) {
    return { key: 'fromTheseAccounts', value: from };
  }
  return to.length === nodes.length ? { key: 'toTheseAccounts', value: to } : undefined;
}

/** Undefined if the node isn't a single term. */
function getTermText(node: QueryNode): string | undefined {
  switch (node.kind) {
    case 'word':
    case 'phrase':
      return node.text;
    case 'hashtag':
      return `#${node.tag}`;
    case 'mention':
      return `@${node.handle}`;
    case 'operator':
    case 'not':
    case 'group':
    case 'and':
    case 'or':
      return undefined;
  }
}

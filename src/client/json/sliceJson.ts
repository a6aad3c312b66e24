import {
  closeBraceCode,
  closeBracketCode,
  decodeJsonString,
  openBraceCode,
  openBracketCode,
  findRootStart,
  skipColon,
  skipComma,
  skipWhitespace,
  findTokenEnd,
  findValueEnd,
} from './scanJson.ts';

export interface JsonArraySelection {
  readonly path: JsonPath;
  readonly length: number;
  /** The indexes of what stays, in their order. */
  readonly keep: readonly number[];
}

interface ElementCut extends JsonRange {
  readonly insert: string;
}

/** Where a value is in a JSON text: the names and indexes that lead to it from the root. */
export type JsonPath = readonly (string | number)[];

export interface JsonRange {
  readonly from: number;
  readonly to: number;
}

/** A value that paths lead to or through, and where it was found last: of a name that is there twice, parsers take the last. */
interface PathNode {
  readonly parent: PathNode | undefined;
  readonly children: Map<string | number, PathNode>;
  /** Negative until it is found. */
  from: number;
  to: number;
  /** Where the list or object starts that it was found in. */
  container: number;
}

interface OpenContainer {
  readonly node: PathNode;
  readonly isObject: boolean;
  index: number;
}

/**
 * The part of a JSON text that is at a path, as it is written there: numbers keep all of their digits and strings their
 * escapes, because nothing is parsed and printed again.
 * @param text a whole JSON value that is known to parse
 * @returns undefined where nothing is at the path
 */
export function sliceJsonAtPath(text: string, path: JsonPath): string | undefined {
  return sliceJsonAtPaths(text, [path])[0];
}

/** The same for many paths, in one pass over the text. */
export function sliceJsonAtPaths(text: string, paths: readonly JsonPath[]): readonly (string | undefined)[] {
  return findJsonRanges(text, paths).map((range) => (range === undefined ? undefined : copyJsonRange(text, range)));
}

/** Where the value at each path starts and ends, in one pass over the text. */
function findJsonRanges(text: string, paths: readonly JsonPath[]): readonly (JsonRange | undefined)[] {
  const root = createPathNode(undefined);
  const nodes = paths.map((path) => path.reduce(getOrCreateChildNode, root));
  fillNodeRanges(text, root);
  return nodes.map((node) => (isFound(node) ? { from: node.from, to: node.to } : undefined));
}

/** A stretch of a text as a string of its own: a plain slice would hold the whole text in memory as long as it is there itself. */
function copyJsonRange(text: string, { from, to }: JsonRange): string {
  return [text.slice(from, to - 1), text.slice(to - 1, to)].join('');
}

function createPathNode(parent: PathNode | undefined): PathNode {
  return { parent, children: new Map(), from: -1, to: -1, container: -1 };
}

function getOrCreateChildNode(node: PathNode, key: string | number): PathNode {
  const known = node.children.get(key);
  if (known !== undefined) {
    return known;
  }
  const child = createPathNode(node);
  node.children.set(key, child);
  return child;
}

/** Not if it was in a list or object that another member of the same name took the place of. */
function isFound(node: PathNode): boolean {
  let inner = node;
  while (inner.parent !== undefined && inner.container === inner.parent.from) {
    inner = inner.parent;
  }
  return node.from >= 0 && inner.parent === undefined;
}

/** Finds the values that the nodes stand for. What no path leads into is skipped whole; no depth is too deep. */
function fillNodeRanges(text: string, root: PathNode): void {
  const open: OpenContainer[] = [];
  const enter = (node: PathNode, from: number): number => {
    const first = text.charCodeAt(from);
    node.from = from;
    if (node.children.size > 0 && (first === openBraceCode || first === openBracketCode)) {
      open.push({ node, isObject: first === openBraceCode, index: 0 });
      return skipWhitespace(text, from + 1);
    }
    node.to = findValueEnd(text, from);
    return skipComma(text, node.to);
  };
  let at = enter(root, findRootStart(text));
  for (let inner = open.at(-1); inner !== undefined; inner = open.at(-1)) {
    const { node, isObject } = inner;
    const code = text.charCodeAt(at);
    if (code === closeBraceCode || code === closeBracketCode || at >= text.length) {
      node.to = at + 1;
      at = skipComma(text, node.to);
      open.pop();
      continue;
    }
    let key: string | number = inner.index;
    if (isObject) {
      const nameEnd = findTokenEnd(text, at);
      key = decodeJsonString(text, at, nameEnd);
      at = skipColon(text, nameEnd);
    }
    inner.index += 1;
    const child = node.children.get(key);
    if (child === undefined) {
      at = skipComma(text, findValueEnd(text, at));
    } else {
      child.container = node.from;
      at = enter(child, at);
    }
  }
}

/**
 * The smallest object that has such a member itself, as it is written in the text.
 * @param text a whole JSON value, and what it was parsed to
 * @param names what the member may be called; an object with an earlier name is taken before one with a later name
 * @returns the one that ends first where there are several; undefined where there is none
 */
export function findJsonObjectByMember(
  text: string,
  parsed: unknown,
  names: readonly string[],
  value: string,
): string | undefined {
  const path = names.map((name) => findObjectPathByMember(parsed, name, value)).find((found) => found !== undefined);
  return path === undefined ? undefined : sliceJsonAtPath(text, path);
}

function findObjectPathByMember(node: unknown, name: string, value: string): JsonPath | undefined {
  if (typeof node !== 'object' || node === null) {
    return undefined;
  }
  const members: Iterable<[string | number, unknown]> = Array.isArray(node) ? node.entries() : Object.entries(node);
  for (const [key, inner] of members) {
    const path = findObjectPathByMember(inner, name, value);
    if (path !== undefined) {
      return [key, ...path];
    }
  }
  return Object.hasOwn(node, name) && Reflect.get(node, name) === value ? [] : undefined;
}

/**
 * A JSON text without some elements of its lists. All else is as it is written: nothing is parsed and printed again.
 * @param text a whole JSON value that is known to parse
 * @param lists none of them in an element that goes
 */
export function filterJsonArrays(text: string, lists: readonly JsonArraySelection[]): string {
  const ranges = findJsonRanges(
    text,
    lists.flatMap(({ path, length }) => Array.from({ length }, (_, index) => [...path, index])),
  );
  let at = 0;
  const edits = lists.flatMap(({ length, keep }) => {
    const elements = ranges.slice(at, at + length);
    at += length;
    return listElementCuts(
      elements.filter((range) => range !== undefined),
      keep,
    );
  });
  const parts: string[] = [];
  let from = 0;
  for (const edit of edits.toSorted((left, right) => left.from - right.from)) {
    parts.push(text.slice(from, edit.from), edit.insert);
    from = edit.to;
  }
  return [...parts, text.slice(from)].join('');
}

function listElementCuts(elements: readonly JsonRange[], keep: readonly number[]): readonly ElementCut[] {
  const [first] = elements;
  const last = elements.at(-1);
  if (first === undefined || last === undefined) {
    return [];
  }
  const stored = keep.flatMap((index) => elements[index] ?? []);
  const [firstStored] = stored;
  const lastStored = stored.at(-1);
  if (firstStored === undefined || lastStored === undefined) {
    return [{ from: first.from, to: last.to, insert: '' }];
  }
  const between = keep.slice(1).flatMap((index, at) => {
    const left = elements[keep[at] ?? -1];
    const right = elements[index];
    const isGap = left !== undefined && right !== undefined && index - (keep[at] ?? index) > 1;
    return isGap ? [{ from: left.to, to: right.from, insert: ',' }] : [];
  });
  return [
    { from: first.from, to: firstStored.from, insert: '' },
    ...between,
    { from: lastStored.to, to: last.to, insert: '' },
  ].filter(({ from, to }) => to > from);
}

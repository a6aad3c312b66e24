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
  /** The indexes to keep, in ascending order. */
  readonly keep: readonly number[];
}

interface ElementCut extends JsonRange {
  readonly insert: string;
}

/** The member names and indexes from the root to a value. */
export type JsonPath = readonly (string | number)[];

export interface JsonRange {
  readonly from: number;
  readonly to: number;
}

/** A value on one of the paths, with its last position: parsers use the last of several members with the same name. */
interface PathNode {
  readonly parent: PathNode | undefined;
  readonly children: Map<string | number, PathNode>;
  /** Negative if not found. */
  from: number;
  to: number;
  /** The start of the list or object that contains it. */
  container: number;
}

interface OpenContainer {
  readonly node: PathNode;
  readonly isObject: boolean;
  index: number;
}

/**
 * Returns the JSON at a path, unchanged: numbers keep all digits and strings their escapes.
 * @param text valid JSON
 * @returns undefined if the path doesn't exist
 */
export function sliceJsonAtPath(text: string, path: JsonPath): string | undefined {
  return sliceJsonAtPaths(text, [path])[0];
}

/** Reads many paths in one pass. */
export function sliceJsonAtPaths(text: string, paths: readonly JsonPath[]): readonly (string | undefined)[] {
  return findJsonRanges(text, paths).map((range) => (range === undefined ? undefined : copyJsonRange(text, range)));
}

export function findJsonRanges(text: string, paths: readonly JsonPath[]): readonly (JsonRange | undefined)[] {
  const root = createPathNode(undefined);
  const nodes = paths.map((path) => path.reduce(getOrCreateChildNode, root));
  fillNodeRanges(text, root);
  return nodes.map((node) => (isFound(node) ? { from: node.from, to: node.to } : undefined));
}

/** Copies a range: a plain slice would keep the whole text in memory. */
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

/** False if a later member with the same name replaced an object or list around it. */
function isFound(node: PathNode): boolean {
  let inner = node;
  while (inner.parent !== undefined && inner.container === inner.parent.from) {
    inner = inner.parent;
  }
  return node.from >= 0 && inner.parent === undefined;
}

/** Finds the nodes' values. Skips values outside all paths. Not recursive, so any depth is safe. */
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
 * Returns the JSON of the innermost object with this member name and value.
 * @param text a JSON value, and what it was parsed to
 * @param names possible member names, preferred ones first
 * @returns the first such object to end; undefined if no object has it
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
 * Removes elements from JSON lists. Leaves the rest unchanged.
 * @param text valid JSON
 * @param lists outside removed elements
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

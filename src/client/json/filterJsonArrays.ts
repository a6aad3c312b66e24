import { type JsonPath, findJsonRanges, type JsonRange } from './sliceJsonAtPath.ts';

export interface JsonArraySelection {
  readonly path: JsonPath;
  readonly length: number;
  /** The indexes of what stays, in their order. */
  readonly keep: readonly number[];
}

interface ElementCut extends JsonRange {
  readonly insert: string;
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

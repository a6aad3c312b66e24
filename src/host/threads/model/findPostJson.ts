/**
 * The JSON of a post as it stands in the body of an answer, character by character: nothing is parsed and printed again.
 * @returns the smallest object that names the post as its own; undefined where there is none
 */
export function findPostJson(body: string, id: string): string | undefined {
  const marks = [`"rest_id":"${id}"`, `"rest_id": "${id}"`, `"id":"${id}"`, `"id": "${id}"`];
  const mark = marks.map((text) => body.indexOf(text)).find((at) => at >= 0);
  if (mark === undefined) {
    return undefined;
  }
  // strings may hold braces, so the body is read from its start
  const open: number[] = [];
  let start: number | undefined;
  for (let at = 0; at < body.length; at += 1) {
    const character = body[at];
    if (character === '"') {
      at = endOfString(body, at);
    } else if (character === '{') {
      open.push(at);
    } else if (character === '}') {
      const from = open.pop();
      if (from !== undefined && from === start) {
        return body.slice(from, at + 1);
      }
    }
    if (start === undefined && at >= mark) {
      start = open.at(-1);
    }
  }
  return undefined;
}

function endOfString(body: string, from: number): number {
  let at = from + 1;
  while (at < body.length && body[at] !== '"') {
    at += body[at] === '\\' ? 2 : 1;
  }
  return at;
}

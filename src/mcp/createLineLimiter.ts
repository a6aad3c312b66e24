import { Transform } from 'node:stream';

/** The longest line that is passed on, in bytes: what tools take is a few kilobytes. */
const maxLineBytes = 1024 * 1024;

/** How much of a longer line is looked at for the id of its request, at either end. */
const searchedBytesPerLineEnd = 512;

/**
 * Passes lines on as they come, without those that are too long: the SDK's transport ends the connection at such a one.
 * @param onTooLong gets the id of its request, where that can be read
 */
export function createLineLimiter(onTooLong: (id: string | number | undefined) => void): Transform {
  let held: Buffer[] = [];
  let bytes = 0;
  let start = '';
  let end = '';
  const add = (part: Buffer) => {
    bytes += part.length;
    if (bytes > maxLineBytes) {
      start ||= Buffer.concat([...held, part.subarray(0, searchedBytesPerLineEnd)]).toString(
        'latin1',
        0,
        searchedBytesPerLineEnd,
      );
      held = [];
      end = (end + part.subarray(-searchedBytesPerLineEnd).toString('latin1')).slice(-searchedBytesPerLineEnd);
    } else {
      held.push(part);
    }
  };
  const finish = (stream: Transform) => {
    if (bytes > maxLineBytes) {
      onTooLong(findRequestIdAtLineEnds(start, end));
    } else {
      for (const part of held) stream.push(part);
      stream.push('\n');
    }
    [held, bytes, start, end] = [[], 0, '', ''];
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let from = 0;
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
        add(chunk.subarray(from, at));
        finish(this);
        from = at + 1;
      }
      if (from < chunk.length) {
        add(chunk.subarray(from));
      }
      done();
    },
  });
}

/** The id of a request of which only the ends are known: the first member but for the version, or the last one. */
function findRequestIdAtLineEnds(start: string, end: string): string | number | undefined {
  const [, text] =
    /^\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d{1,15}|"[\w-]{1,64}")\s*,/.exec(start) ??
    /,\s*"id"\s*:\s*(\d{1,15}|"[\w-]{1,64}")\s*\}\s*$/.exec(end) ??
    [];
  const id: unknown = text === undefined ? undefined : JSON.parse(text);
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

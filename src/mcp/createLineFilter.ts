import { Transform } from 'node:stream';
import { deserializeMessage, INVALID_REQUEST, PARSE_ERROR } from '@modelcontextprotocol/server';

/** The longest line that is passed on, in bytes: what tools take is a few kilobytes. */
const maxLineBytes = 1024 * 1024;

/** How much of a longer line is looked at for the id of its request, at either end. */
const searchedBytesPerLineEnd = 512;

const byteOrderMark = '\ufeff';

type RequestId = string | number;

/** Why a line was not passed on, and the request that waits for an answer, where it can be found. */
export interface RefusedLine {
  readonly id: RequestId | undefined;
  readonly code: number;
  readonly message: string;
}

/**
 * Passes messages on as they come. The SDK's transport ends the connection at a line that is too long, and leaves a request without
 * an answer whose line it cannot read.
 */
export function createLineFilter(onRefused: (line: RefusedLine) => void): Transform {
  let held: Buffer[] = [];
  let bytes = 0;
  let start = '';
  let end = '';
  let isFirst = true;
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
      const id = findRequestIdAtLineEnds(start, end);
      onRefused({ id, code: INVALID_REQUEST, message: 'The message is larger than is taken.' });
    } else {
      const text = Buffer.concat(held).toString();
      const line = isFirst && text.startsWith(byteOrderMark) ? text.slice(1) : text;
      const fault = line.trim() === '' ? undefined : findMessageFault(line);
      if (fault === undefined) {
        stream.push(`${line}\n`);
      } else {
        onRefused(fault);
      }
    }
    isFirst = false;
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

function findMessageFault(line: string): RefusedLine | undefined {
  try {
    deserializeMessage(line);
    return undefined;
  } catch (error) {
    return error instanceof SyntaxError
      ? {
          id: findRequestIdAtLineEnds(line.slice(0, searchedBytesPerLineEnd), line.slice(-searchedBytesPerLineEnd)),
          code: PARSE_ERROR,
          message: 'The message is not JSON.',
        }
      : { id: getRequestId(JSON.parse(line)), code: INVALID_REQUEST, message: 'The message is not a request of JSON-RPC 2.0.' };
  }
}

/** Of an answer of the client, which waits for nothing, it is undefined. */
function getRequestId(message: unknown): RequestId | undefined {
  if (typeof message !== 'object' || message === null || !('id' in message) || 'result' in message || 'error' in message) {
    return undefined;
  }
  const { id } = message;
  return typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id)) ? id : undefined;
}

/** The id of a request of which only the ends are known: the first member but for the version, or the last one. */
function findRequestIdAtLineEnds(start: string, end: string): RequestId | undefined {
  const [, text] =
    /^\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d{1,15}|"[\w-]{1,64}")\s*,/.exec(start) ??
    /,\s*"id"\s*:\s*(\d{1,15}|"[\w-]{1,64}")\s*\}\s*$/.exec(end) ??
    [];
  const id: unknown = text === undefined ? undefined : JSON.parse(text);
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

import type { IncomingMessage } from 'node:http';
import type { RequestBody } from './answerCall.ts';

/** An advanced search needs a few hundred bytes; nobody needs more than this. */
const maxBodyBytes = 64 * 1024;
/** More than this is left unread, and the connection has to be closed behind the answer. */
const hopelessBytes = 16 * maxBodyBytes;

/**
 * Reads the body of a request as UTF-8 text, up to 64 KiB. What comes after that, up to 1 MiB, is read
 * and dropped, so that the caller has sent it all when the answer comes.
 * @throws whatever broke the request off
 */
export async function readBody(request: IncomingMessage): Promise<RequestBody> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('A request without an encoding gives buffers');
    length += chunk.length;
    if (length > maxBodyBytes) {
      chunks.length = 0;
      if (length > hopelessBytes) break;
    } else {
      chunks.push(chunk);
    }
  }
  if (length > maxBodyBytes) return { kind: 'unreadable', reason: 'The body is larger than 64 KiB' };
  try {
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)) };
  } catch {
    return { kind: 'unreadable', reason: 'The body is not UTF-8' };
  }
}

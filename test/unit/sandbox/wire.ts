import { connect } from 'node:net';
import type { Sandbox } from '../../../src/sandbox/server.ts';

/** What is on the wire from a request to the end of the connection. */
export interface Wire {
  readonly text: string;
  readonly bytes: Buffer;
  /** What came behind the head. */
  readonly body: Buffer;
  readonly end: 'fin' | 'reset' | 'stopped';
}

/** How one asks on a bare socket. */
export interface WireAsk {
  /** Default: the sandbox's own. */
  readonly key?: string;
  /** Whether it is enough; default: never, so that the other side closes. */
  readonly isEnough?: (text: string) => boolean;
}

/** Asks on a bare socket and reads until the other side closes, or until what came is enough. @param path with its service */
export function wireOf(
  sandbox: Sandbox,
  path: string,
  { key = sandbox.key, isEnough = () => false }: WireAsk = {},
): Promise<Wire> {
  const { port, host } = new URL(sandbox.primary);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const finish = (end: Wire['end']): void => {
      const bytes = Buffer.concat(chunks);
      const headEnd = bytes.indexOf('\r\n\r\n');
      resolve({ text: bytes.toString('latin1'), bytes, body: headEnd < 0 ? Buffer.alloc(0) : bytes.subarray(headEnd + 4), end });
    };
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nX-API-KEY: ${key}\r\nConnection: close\r\n\r\n`),
    );
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (!isEnough(Buffer.concat(chunks).toString('latin1'))) return;
      socket.destroy();
      finish('stopped');
    });
    socket.on('end', () => finish('fin'));
    socket.on('error', () => finish('reset'));
  });
}

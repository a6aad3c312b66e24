import { connect } from 'node:net';
import type { Sandbox } from '../../../../src/sandbox/server.ts';

/** A connection's bytes until its end. */
export interface Wire {
  readonly text: string;
  /** The bytes after the head. */
  readonly body: Buffer;
  readonly end: 'fin' | 'reset';
}

/** Sends a request on a bare socket and reads until the other side closes. @param path includes the service */
export function wireOf(sandbox: Sandbox, path: string, { key }: { readonly key: string }): Promise<Wire> {
  const { port, host } = new URL(sandbox.primary);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const finish = (end: Wire['end']): void => {
      const bytes = Buffer.concat(chunks);
      const headEnd = bytes.indexOf('\r\n\r\n');
      resolve({ text: bytes.toString('latin1'), body: headEnd < 0 ? Buffer.alloc(0) : bytes.subarray(headEnd + 4), end });
    };
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nX-API-KEY: ${key}\r\nConnection: close\r\n\r\n`),
    );
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('end', () => finish('fin'));
    socket.on('error', () => finish('reset'));
  });
}

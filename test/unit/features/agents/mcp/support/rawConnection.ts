import { PassThrough } from 'node:stream';
import { type McpServerOptions, serveMcp } from '../../../../../../src/features/agents/mcp/serveMcp.ts';

/** A server at a client that sends whatever lines it likes. */
export interface RawConnection {
  readonly send: (line: string) => void;
  /** Comes with the line that answers a request. */
  readonly responseTo: (id: string) => Promise<string>;
  /** The client goes away. @returns when the server noticed */
  readonly leave: () => Promise<void>;
}

export function rawConnection(desk: McpServerOptions): RawConnection {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const connection = serveMcp(desk, input, output);
  let text = '';
  const came = new EventTarget();
  output.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    came.dispatchEvent(new Event('line'));
  });
  const responseTo = async (id: string): Promise<string> => {
    for (;;) {
      const line = text.split('\n').find((one) => one.includes(`"id":"${id}"`) && one.endsWith('}'));
      if (line !== undefined) {
        return line;
      }
      await new Promise((resolve) => came.addEventListener('line', resolve, { once: true }));
    }
  };
  return {
    send: (line) => void input.write(`${line}\n`),
    responseTo,
    leave: async () => {
      input.end();
      await connection.closed;
    },
  };
}

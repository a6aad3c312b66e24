import { PassThrough } from 'node:stream';
import { type McpServerOptions, serveMcp } from '../../../../../../src/features/agents/mcp/serveMcp.ts';

/** A server with a client that can send any line. */
export interface RawConnection {
  readonly send: (line: string) => void;
  /** Resolves with the line that responds to the request. */
  readonly responseTo: (id: string) => Promise<string>;
  /** Disconnects, and resolves when the server has ended. */
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

import { PassThrough } from 'node:stream';
import {
  type CallToolResult,
  Client,
  type ElicitRequest,
  type ElicitResult,
  type Implementation,
} from '@modelcontextprotocol/client';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { ToolResponseData } from '../../../../../../src/features/agents/runTool.ts';
import { type McpServerOptions, resultMetaKey, serveMcp } from '../../../../../../src/features/agents/mcp/serveMcp.ts';

/** What the person is shown, and what they answer. */
export type Answering = (params: ElicitRequest['params']) => ElicitResult | Promise<ElicitResult>;

interface ClientOptions {
  /** The revision that is spoken: the newest one, or the one of before it. */
  readonly era?: 'newest' | '2025';
  /** What the client calls itself. */
  readonly info?: Implementation;
  /** Left out: the client cannot ask. */
  readonly answering?: Answering;
}

export const newest = '2026-07-28';

/** The SDK's own client, at a server of this process over two streams. */
export interface ConnectedClient extends AsyncDisposable {
  readonly client: Client;
}

export async function connectClient(
  desk: McpServerOptions,
  { era = 'newest', answering, info = { name: 'test', version: '1.0.0' } }: ClientOptions = {},
): Promise<ConnectedClient> {
  const toServer = new PassThrough();
  const toClient = new PassThrough();
  const connection = serveMcp(desk, toServer, toClient);
  const client = new Client(info, {
    capabilities: answering === undefined ? {} : { elicitation: { form: {} } },
    versionNegotiation: { mode: era === 'newest' ? { pin: newest } : 'legacy' },
  });
  if (answering !== undefined) {
    client.setRequestHandler('elicitation/create', async ({ params }) => await answering(params));
  }
  // lines are lines: the transport of servers serves a client as well
  await client.connect(new StdioServerTransport(toClient, toServer));
  return {
    client,
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await connection.close();
    },
  };
}

/** The words of a response. */
export function textOf({ content }: { readonly content: readonly { readonly type: string; readonly text?: string }[] }): string {
  return content.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('');
}

/** The numbers of a response. */
export function factsOf({ _meta }: Pick<CallToolResult, '_meta'>): ToolResponseData {
  return _meta?.[resultMetaKey] as ToolResponseData;
}

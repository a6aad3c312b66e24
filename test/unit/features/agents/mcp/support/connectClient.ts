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

/** Replies to a form. */
export type Answering = (params: ElicitRequest['params']) => ElicitResult | Promise<ElicitResult>;

interface ClientOptions {
  /** The protocol revision: the newest one, or the one before. */
  readonly era?: 'newest' | '2025';
  readonly info?: Implementation;
  /** If not set, the client can't show forms. */
  readonly answering?: Answering;
}

export const newest = '2026-07-28';

/** The SDK's client, connected to a server in this process. */
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
  // the server's transport works for a client as well
  await client.connect(new StdioServerTransport(toClient, toServer));
  return {
    client,
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await connection.close();
    },
  };
}

export function textOf({ content }: { readonly content: readonly { readonly type: string; readonly text?: string }[] }): string {
  return content.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('');
}

export function factsOf({ _meta }: Pick<CallToolResult, '_meta'>): ToolResponseData {
  return _meta?.[resultMetaKey] as ToolResponseData;
}

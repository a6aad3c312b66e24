import type { Socket } from 'node:net';
import * as vscode from 'vscode';
import { readFixture } from '../../app/fixtures/readFixture.ts';
import { McpBridgeListener } from '../../mcp/mcpBridgeListener.ts';
import type { McpServerOptions } from '../../mcp/mcpServices.ts';
import { serveMcp } from '../../mcp/serveMcp.ts';
import { type AgentToolContext, findWorkspaceSidecars } from './agentToolContext.ts';

/**
 * Serves the clients that the editor starts, in this process: with the window's connection, budget, store and consents.
 * @param openDesk makes no call
 */
export function createEditorMcpServer(
  openDesk: () => Promise<AgentToolContext>,
  { version, log }: { readonly version: string; readonly log: Pick<vscode.LogOutputChannel, 'error'> },
): McpBridgeListener {
  const desk: McpServerOptions = {
    version,
    openServices: async () => ({ agents: (await openDesk()).services, readFixture: readFixtureBodiesByPath }),
    onError: (error) => log.error(`The MCP server: ${error instanceof Error ? error.message : 'failed'}`),
  };
  return new McpBridgeListener((socket: Socket) => serveMcp(desk, socket, socket));
}

/** The bodies of a fixture of the workspace, by its path in lists. */
async function readFixtureBodiesByPath(path: string): Promise<readonly Uint8Array[] | undefined> {
  const uri = (await findWorkspaceSidecars()).find((one) => vscode.workspace.asRelativePath(one) === path);
  const workspace = uri && vscode.workspace.getWorkspaceFolder(uri);
  if (uri === undefined || workspace === undefined) {
    return undefined;
  }
  const read = async (file: string) => await readFileRefusingLinks(workspace.uri, file);
  const fixture = await readFixture({ read }, vscode.workspace.asRelativePath(uri, false));
  return fixture.fault === undefined ? fixture.bodies : undefined;
}

/** Reads a file below an open folder. @throws where a link leads there: it could lead to any file of the account */
async function readFileRefusingLinks(root: vscode.Uri, path: string): Promise<Uint8Array> {
  let uri = root;
  for (const segment of path.split('/')) {
    uri = vscode.Uri.joinPath(uri, segment);
    const { type } = await vscode.workspace.fs.stat(uri);
    if ((type & vscode.FileType.SymbolicLink) !== 0) {
      throw new Error('a link leads to it');
    }
  }
  return await vscode.workspace.fs.readFile(uri);
}

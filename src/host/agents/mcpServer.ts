import type { Socket } from 'node:net';
import * as vscode from 'vscode';
import { readFixture } from '../../app/fixtures/readFixture.ts';
import { McpDoor } from '../../mcp/mcpDoor.ts';
import type { McpDesk } from '../../mcp/mcpServices.ts';
import { serveMcp } from '../../mcp/serveMcp.ts';
import { type AgentDesk, findSidecars } from './agentDesk.ts';

/**
 * Serves the clients that the editor starts, in this process: with the window's connection, budget, store and consents.
 * @param openDesk makes no call
 */
export function createMcpDoor(
  openDesk: () => Promise<AgentDesk>,
  { version, log }: { readonly version: string; readonly log: Pick<vscode.LogOutputChannel, 'error'> },
): McpDoor {
  const desk: McpDesk = {
    version,
    open: async () => ({ agents: (await openDesk()).services, readFixture: readListedFixture }),
    onError: (error) => log.error(`The MCP server: ${error instanceof Error ? error.message : 'failed'}`),
  };
  return new McpDoor((socket: Socket) => serveMcp(desk, socket, socket));
}

/** The bodies of a fixture of the workspace, by its path in lists. */
async function readListedFixture(path: string): Promise<readonly Uint8Array[] | undefined> {
  const uri = (await findSidecars()).find((one) => vscode.workspace.asRelativePath(one) === path);
  if (uri === undefined) {
    return undefined;
  }
  const folder = vscode.Uri.joinPath(uri, '..');
  const read = async (name: string) => await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder, name));
  const fixture = await readFixture({ read }, uri.path.slice(folder.path.length + 1));
  return fixture.fault === undefined ? fixture.bodies : undefined;
}

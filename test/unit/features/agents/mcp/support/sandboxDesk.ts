import { type McpArguments, openMcpServices } from '../../../../../../src/cli/openMcpServices.ts';
import { ElicitedConsents } from '../../../../../../src/features/agents/mcp/elicitedConsents.ts';
import type { McpServerOptions } from '../../../../../../src/features/agents/mcp/serveMcp.ts';

/** A sandbox server's options, as created by the command. */
export interface SandboxDesk extends AsyncDisposable {
  readonly desk: McpServerOptions;
  readonly errors: unknown[];
}

export async function sandboxDesk(wanted: Partial<McpArguments> = {}): Promise<SandboxDesk> {
  const asked = { connections: undefined, budget: 0n, allow: 0n, store: undefined, fixtures: undefined, ...wanted };
  const opened = await openMcpServices(
    asked,
    async () => await Promise.reject(new Error('nobody is asked in the sandbox')),
    () => undefined,
  );
  const errors: unknown[] = [];
  const desk = {
    version: '1.0.0',
    openServices: async () => await Promise.resolve(opened.services),
    elicitedConsents: new ElicitedConsents(),
    onError: (error: unknown) => void errors.push(error),
  };
  return { desk, errors, [Symbol.asyncDispose]: opened.close };
}

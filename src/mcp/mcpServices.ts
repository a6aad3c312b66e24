import type { AgentServices } from '../app/agents/agentServices.ts';
import type { ElicitedConsents } from './elicitedConsents.ts';

/** What the tools, resources and prompts of a server work with. */
export interface McpServices {
  readonly agents: AgentServices;
  /** The bodies of a fixture that `agents.fixtures` lists, as they were saved; undefined where it cannot be read. */
  readonly readFixture: (path: string) => Promise<readonly Uint8Array[] | undefined>;
}

/** A server before anybody asked it for something. */
export interface McpServerOptions {
  /** Of the program that serves. */
  readonly version: string;
  /** Opens what is needed to answer, the first time that it is. */
  readonly openServices: () => Promise<McpServices>;
  /** Where the person is asked through the client. Left out: `agents.consents` asks in another way. */
  readonly elicitedConsents?: ElicitedConsents;
  /** Called with a fault of ours, or of the connection. */
  readonly onError: (error: unknown) => void;
}

import { ElicitedConsents } from '../features/agents/mcp/elicitedConsents.ts';
import { serveMcp } from '../features/agents/mcp/serveMcp.ts';
import { stripToSingleLine } from '../core/text/stripHiddenCharacters.ts';
import {
  formatUsage,
  helpOption,
  type OptionTable,
  readDollarsOption,
  readOptions,
  runWithUsage,
} from '../sandbox/readOptions.ts';
import type { McpArguments, OpenedMcpServices } from './openMcpServices.ts';
import { packageVersion, makeFolderOfOption } from './folders.ts';
import { connectionOptions, createPaidConnections, newStoreOption } from './openClient.ts';

const options = {
  ...connectionOptions,
  budget: {
    type: 'string',
    value: 'DOLLARS',
    says: 'the daily agent budget across all servers with the same store (default 0: no paid requests)',
  },
  allow: {
    type: 'string',
    value: 'DOLLARS',
    says: 'how much this server may spend without asking you; beyond that, each request needs your consent,\nif the client can ask',
  },
  store: {
    type: 'string',
    value: 'DIR',
    says: 'where responses and spending are stored (default: a folder in your user account; for the sandbox, memory)',
  },
  'new-store': newStoreOption,
  fixtures: { type: 'string', value: 'DIR', says: 'the folder to list fixtures from and save them to' },
  ...helpOption,
} as const satisfies OptionTable;

const usage = formatUsage(
  'Usage: social-data mcp [options]',
  'Offers tools to AI agents over the Model Context Protocol, on stdin and stdout, until stdin closes.\nWithout a URL, requests go to a built-in sandbox: free sample data.',
  options,
);

/** Serves one client until it disconnects. Its first tool call opens the store and services. */
export async function runMcp(args: readonly string[]): Promise<void> {
  await runWithUsage(usage, async () => {
    const { values } = readOptions(args, options);
    const wanted: McpArguments = {
      connections: await createPaidConnections(values),
      budget: readDollarsOption('budget', values.budget) ?? 0n,
      allow: readDollarsOption('allow', values.allow) ?? 0n,
      store: values.store,
      newStore: readDollarsOption('new-store', values['new-store']),
      fixtures: values.fixtures,
    };
    if (values.store !== undefined) await makeFolderOfOption('--store', values.store);
    await serveOnStdio(wanted);
  });
}

async function serveOnStdio(wanted: McpArguments): Promise<void> {
  const elicited = new ElicitedConsents();
  let opened: Promise<OpenedMcpServices> | undefined;
  const open = async () => {
    opened ??= import('./openMcpServices.ts').then(
      async ({ openMcpServices }) => await openMcpServices(wanted, elicited.ask, logToStderr),
    );
    return (await opened).services;
  };
  const onError = (error: unknown) => logToStderr(error instanceof Error ? error.message : String(error));
  const connection = serveMcp(
    { version: packageVersion, openServices: open, elicitedConsents: elicited, onError },
    process.stdin,
    process.stdout,
  );
  const end = () => void connection.close();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  signals.forEach((signal) => process.on(signal, end));
  await connection.closed;
  await connection.close(); // stops reading stdin, which a client that stopped reading may keep open
  const services = await opened?.catch(() => undefined); // the tool call that opened them reported the error
  await services?.close();
  signals.forEach((signal) => process.off(signal, end));
}

const maxLogMessageLength = 500;

function logToStderr(message: string): void {
  process.stderr.write(`social-data mcp: ${stripToSingleLine(message).slice(0, maxLogMessageLength)}\n`);
}

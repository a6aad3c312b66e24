import { endWithUsageError } from '../sandbox/readOptions.ts';
import { packageVersion } from './folders.ts';

interface Command {
  readonly says: string;
  readonly run: (args: readonly string[]) => Promise<void>;
}

const commands: ReadonlyMap<string, Command> = new Map(
  Object.entries({
    sandbox: {
      says: 'serves both services with sample data',
      run: async (args) => await (await import('../sandbox/runSandbox.ts')).runSandbox(args, 'social-data sandbox'),
    },
    replay: {
      says: 'serves both services from fixtures',
      run: async (args) => await (await import('./runReplay.ts')).runReplay(args),
    },
    collect: {
      says: 'collects all pages of an endpoint into files',
      run: async (args) => await (await import('./runCollect.ts')).runCollect(args),
    },
    worker: {
      says: 'collects the jobs of a queue',
      run: async (args) => await (await import('./runWorker.ts')).runWorker(args),
    },
    check: {
      says: 'checks fixtures before they are committed',
      run: async (args) => await (await import('./runCheck.ts')).runCheck(args),
    },
    coverage: {
      says: 'reports which fixtures test runs used',
      run: async (args) => await (await import('./runCoverage.ts')).runCoverage(args),
    },
    schema: {
      says: "prints the JSON Schema of an endpoint's response",
      run: async (args) => await (await import('./runSchema.ts')).runSchema(args),
    },
    mcp: {
      says: 'offers tools to AI agents (Model Context Protocol)',
      run: async (args) => await (await import('./runMcp.ts')).runMcp(args),
    },
  } satisfies Record<string, Command>),
);

const usage = `Usage: social-data COMMAND [options]

${Array.from(commands, ([name, { says }]) => `  ${name.padEnd(14)} ${says}`).join('\n')}

social-data COMMAND --help, or help COMMAND, lists its options; social-data --version prints the version.
`;

/** Reports the error in one sentence, and exits with 2. */
export async function runCli([name = '', ...args]: readonly string[]): Promise<void> {
  switch (name) {
    case '--version':
    case '-v':
      process.stdout.write(`${packageVersion}\n`);
      return;
    case '--help':
    case '-h':
      process.stdout.write(usage);
      return;
    case 'help': {
      const [about] = args;
      return await (about === undefined ? runCli(['--help']) : runCommand(about, ['--help']));
    }
    default:
      return await runCommand(name, args);
  }
}

async function runCommand(name: string, args: readonly string[]): Promise<void> {
  const command = commands.get(name);
  if (command !== undefined) return await command.run(args);
  endWithUsageError(name === '' ? 'Specify a command.' : `Unknown command: ${name}.`, usage);
}

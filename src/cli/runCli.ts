const usage = `Usage: social-data COMMAND [options]

  sandbox        answers as both services from a made-up world
  replay         answers as both services from fixtures
  check          looks at fixtures before they are committed
  mcp            offers tools to AI agents (Model Context Protocol)

social-data COMMAND --help has the options of each.
`;

/** Runs a command. What cannot be done is said in a sentence, and ends it with 2. */
export async function runCli([name, ...args]: readonly string[]): Promise<void> {
  switch (name) {
    case 'sandbox': {
      const { runSandbox } = await import('../sandbox/runSandbox.ts');
      return await runSandbox(args, 'social-data sandbox');
    }
    case 'replay': {
      const { runReplay } = await import('./runReplay.ts');
      return await runReplay(args);
    }
    case 'check': {
      const { runCheck } = await import('./runCheck.ts');
      return await runCheck(args);
    }
    case 'mcp': {
      const { runMcp } = await import('./runMcp.ts');
      return await runMcp(args);
    }
    case '--help':
    case '-h':
      process.stdout.write(usage);
      return;
    default:
      process.stderr.write(`${name === undefined ? 'A command is missing' : `There is no command ${name}`}.\n\n${usage}`);
      process.exitCode = 2;
  }
}

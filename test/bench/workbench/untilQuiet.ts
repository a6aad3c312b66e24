import * as vscode from 'vscode';

const quietRounds = 20;
const quietMs = 5;
const maxWaitMs = 60_000;

/** Waits until the host is idle: a start continues long after the first extension is activated. */
export async function untilQuiet(): Promise<void> {
  const end = performance.now() + maxWaitMs;
  let quiet = 0;
  while (quiet < quietRounds && performance.now() < end) {
    const begin = performance.now();
    await vscode.commands.executeCommand('setContext', 'benchActivation', quiet);
    await new Promise((resolve) => setTimeout(resolve, quietMs));
    quiet = performance.now() - begin < 3 * quietMs ? quiet + 1 : 0;
  }
}

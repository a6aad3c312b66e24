import { spawn } from 'node:child_process';

/**
 * Shows an address in the user's browser, where there is one. The address is printed as well, so a system that
 * cannot open it is no failure.
 */
export function openAddress(address: string): void {
  const [program, ...args] = opener(process.platform, address);
  const child = spawn(program, args, { stdio: 'ignore', detached: true });
  child.once('error', () => console.log('(No browser could be opened from here.)'));
  child.unref();
}

/** The program that opens an address in the user's browser, with its arguments. */
export function opener(platform: NodeJS.Platform, address: string): readonly [string, ...string[]] {
  switch (platform) {
    case 'darwin':
      return ['open', address];
    case 'win32':
      // Not `start`: it is a word of the shell, which would cut the address at its first `&`.
      return ['rundll32', 'url.dll,FileProtocolHandler', address];
    default:
      return ['xdg-open', address];
  }
}

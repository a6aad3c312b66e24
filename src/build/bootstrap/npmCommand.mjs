/**
 * How to run npm from here, as program, arguments and whether a shell must find it.
 *
 * Under `npm run`, npm says where its own script is (`npm_execpath`): running that with a Node
 * needs no shell, no PATH and no `.cmd` shim. Other package managers set the same variable to
 * their own script, so the name is looked at.
 *
 * @param {readonly string[]} args npm's arguments
 * @param {{ env: Record<string, string | undefined>, platform: string, nodePath: string }} from
 *   nodePath: the Node to run npm's script with
 * @returns {{ program: string, args: string[], shell: boolean }}
 */
export function npmCommand(args, { env, platform, nodePath }) {
  const script = env['npm_execpath'];
  if (script !== undefined && /(^|[\\/])npm-cli\.c?js$/.test(script)) {
    return { program: nodePath, args: [script, ...args], shell: false };
  }
  if (platform !== 'win32') return { program: 'npm', args: [...args], shell: false };
  // Node starts `.cmd` files through a shell only, which then wants its arguments quoted.
  return { program: 'npm.cmd', args: args.map((arg) => (/[\s&()^|<>"]/.test(arg) ? `"${arg}"` : arg)), shell: true };
}

/**
 * The port that VS Code's server says it listens on.
 *
 * @param output what it has printed so far
 * @returns undefined as long as it has not said so
 */
export function listeningPort(output: string): number | undefined {
  const port = /^Extension host agent listening on (\d+)\s*\n/m.exec(output)?.[1];
  return port === undefined ? undefined : Number(port);
}

/**
 * What the server printed, without the stack traces about native modules: it is installed without compiling
 * anything, says for each of them that it is missing, and goes on without it.
 *
 * @returns the lines worth reading, at most `limit`, the last ones
 */
export function withoutNoise(output: string, limit: number): string {
  const lines = output.split('\n').filter((line) => {
    const text = line.trim();
    return text !== '' && !noise.some((pattern) => pattern.test(text));
  });
  return lines.slice(-limit).join('\n');
}

const noise: readonly RegExp[] = [
  /^Error: Could not locate the bindings file/,
  /^→ .*\.node$/,
  /^'.*\.node',?$/,
  /^tries: \[$/,
  /^[\]}],?$/,
  /^at .*(node:internal|node_modules|server-main\.js|extensionHostProcess\.js|bootstrap-fork\.js)/,
  /Cannot find module '.*(\.node|native|build\/Release)/,
  /\[reconnection-grace-time\]/,
  /open-vsx|marketplace|gallery/i,
  /^\[\d\d:\d\d:\d\d\]$/,
];

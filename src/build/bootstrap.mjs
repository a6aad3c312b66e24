// The first step of `npm start`, `npm test`, `npm run sandbox` and `npm run package`: updates node_modules and starts the script
// with Node 24. Runs on Node 20 or newer, without any dependency.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @type {Readonly<Record<string, string>>} */
const scripts = {
  start: 'src/build/start.mts',
  test: 'src/build/test.mts',
  sandbox: 'src/sandbox/standalone.ts',
  package: 'src/build/package.mts',
};

const thisFile = fileURLToPath(import.meta.url);
const root = dirname(dirname(dirname(thisFile)));
const windows = process.platform === 'win32';

// the path of the project may be a link
if (realpathSync(process.argv[1] ?? '.') === thisFile) process.exitCode = await main(process.argv[2], process.argv.slice(3));

/** @returns {Promise<number>} the exit code */
async function main(name, args) {
  const script = name === undefined ? undefined : scripts[name];
  if (script === undefined) {
    console.error(`Usage: node src/build/bootstrap.mjs <${Object.keys(scripts).join('|')}> [arguments]`);
    return 2;
  }
  if (!isInstalled()) {
    console.error('Installing the packages of package-lock.json…');
    const code = await install();
    if (code !== 0) {
      console.error(`npm could not install the packages (exit code ${code}).`);
      return code;
    }
  }
  const node = node24();
  if (node === undefined) {
    console.error(
      [
        "Node 24 is missing: the install script of the package 'node' did not run, most likely because npm is set to",
        'ignore install scripts. Either run it once:',
        '    npm rebuild node --ignore-scripts=false',
        'or use a Node 24 or newer of your own, and start again.',
      ].join('\n'),
    );
    return 1;
  }
  return await run(node, [join(root, script), ...(args[0] === '--' ? args.slice(1) : args)], { stdio: 'inherit' });
}

function isInstalled() {
  return isInstallCurrent(
    JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')),
    readJsonIfThere(join(root, 'node_modules', '.package-lock.json')),
  );
}

function readJsonIfThere(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    // an incomplete file means that the install didn't finish
    if (error instanceof SyntaxError || error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** @returns {Promise<number>} npm's exit code */
async function install() {
  const { program, args, shell } = npmCommand(['ci', '--include=dev', '--no-audit', '--no-fund']);
  // npm's output goes to stderr, because programs read the sandbox's stdout
  return await run(program, args, { stdio: ['ignore', 2, 2], shell });
}

function node24() {
  const own = join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node');
  if (existsSync(own)) return own;
  return Number(process.versions.node.split('.')[0]) >= 24 ? process.execPath : undefined;
}

/** Runs a program and forwards signals to it. */
function run(program, args, options) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, ...options });
    const forward = (signal) => child.kill(signal);
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, forward);
    // npm sends signals to a shell, which doesn't forward them: this process only notices that its parent has ended
    const parent = process.ppid;
    const orphaned = () => process.env.npm_lifecycle_event !== undefined && process.ppid !== parent;
    const watch = setInterval(() => orphaned() && child.kill('SIGTERM'), 250);
    const end = (code) => {
      clearInterval(watch);
      for (const signal of signals) process.off(signal, forward);
      resolve(code);
    };
    child.on('error', (error) => {
      console.error(`${program} could not be started: ${error.message}`);
      end(1);
    });
    child.on('close', (code, signal) => end(code ?? 128 + constants.signals[signal]));
  });
}

/**
 * Compares contents, not file times, which a checkout or a copy changes.
 * @param {{ packages?: Record<string, { version?: string, integrity?: string, optional?: boolean, devOptional?: boolean, peer?: boolean }> }} lock
 *   the parsed `package-lock.json`
 * @param {typeof lock | undefined} installed
 *   the parsed `node_modules/.package-lock.json`, which npm writes last
 * @returns {boolean}
 */
export function isInstallCurrent(lock, installed) {
  if (installed?.packages === undefined || lock.packages === undefined) return false;
  for (const [place, wanted] of Object.entries(lock.packages)) {
    if (place === '') continue;
    const found = installed.packages[place];
    if (found === undefined) {
      // npm doesn't install packages for other systems
      if (wanted.optional === true || wanted.devOptional === true || wanted.peer === true) continue;
      return false;
    }
    if (found.version !== wanted.version || found.integrity !== wanted.integrity) return false;
  }
  return true;
}

/**
 * `npm run` sets `npm_execpath` to npm's script, which needs no shell, PATH or `.cmd` file. Other package managers set it to their
 * own script.
 * @param {readonly string[]} args npm's arguments
 * @returns {{ program: string, args: string[], shell: boolean }}
 */
export function npmCommand(args) {
  const script = process.env['npm_execpath'];
  if (script !== undefined && /(^|[\\/])npm-cli\.c?js$/.test(script)) {
    return { program: process.env['npm_node_execpath'] ?? process.execPath, args: [script, ...args], shell: false };
  }
  if (!windows) return { program: 'npm', args: [...args], shell: false };
  // Node starts `.cmd` files only in a shell, which needs quoted arguments
  return { program: 'npm.cmd', args: args.map((arg) => (/[\s&()^|<>"]/.test(arg) ? `"${arg}"` : arg)), shell: true };
}

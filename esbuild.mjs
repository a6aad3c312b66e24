// Builds the extension; `--tests` also builds the suites that run inside VS Code, `--watch` goes on building.
import { globSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, context } from 'esbuild';

const watch = process.argv.includes('--watch');

const node = {
  bundle: true,
  // its build for browsers: the other one asks for Node's modules in a way that a file of an ES module can't
  alias: { '@vscode/l10n': fileURLToPath(import.meta.resolve('@vscode/l10n/dist/browser.js')) },
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  sourcemap: true,
};

/**
 * undici is CommonJS and asks for Node's own modules, which a file of an ES module can't do: it gets them as imports. It
 * shares classes with the rest, so it is no bundle of its own.
 * @type {import('esbuild').Plugin}
 */
const importedByUndici = {
  name: 'imported by undici',
  setup(bundling) {
    // its main file also loads fetch, web sockets, caches and mocks, which nothing here uses
    bundling.onResolve({ filter: /^undici$/ }, () => ({ path: 'undici', namespace: 'undici' }));
    bundling.onLoad({ filter: /.*/, namespace: 'undici' }, () => ({
      contents: `
        Object.assign(require('undici/lib/dispatcher/dispatcher.js').prototype, require('undici/lib/api/index.js'));
        exports.Agent = require('undici/lib/dispatcher/agent.js');
        exports.EnvHttpProxyAgent = require('undici/lib/dispatcher/env-http-proxy-agent.js');`,
      resolveDir: import.meta.dirname,
    }));
    bundling.onResolve({ filter: /^node:/ }, ({ kind, path, namespace }) =>
      kind === 'require-call' ? { path, namespace: namespace === 'required' ? 'imported' : 'required' } : undefined,
    );
    bundling.onLoad({ filter: /.*/, namespace: 'required' }, ({ path }) => ({
      contents: `module.exports = require('${path}').all;`,
    }));
    bundling.onLoad({ filter: /.*/, namespace: 'imported' }, ({ path }) => ({
      contents: `export { default as all } from '${path}';`,
    }));
  },
};

/**
 * What the extension loads when it starts, in one file beside its entry: esbuild makes a file of its own for whatever a
 * different set of lazy modules shares, and two dozen small ones take longer to find than to run. Each lazy module imports the
 * entry, which is there before it, so all of it is shared by the same set.
 * @type {import('esbuild').Plugin}
 */
const startInOneFile = {
  name: 'start in one file',
  setup(bundling) {
    const entry = fileURLToPath(new URL('src/extension.ts', import.meta.url));
    const lazy = new Set(
      globSync('src/**/*.ts', { exclude: ['src/**/page/**', 'src/build/**'] }).flatMap((file) =>
        Array.from(readFileSync(file, 'utf8').matchAll(/\bimport\('(\.[^']+)'\)/g), ([, path]) =>
          resolve(dirname(file), path ?? ''),
        ),
      ),
    );
    bundling.onLoad({ filter: /\.ts$/ }, ({ path }) =>
      lazy.has(path)
        ? { contents: `${readFileSync(path, 'utf8')}\nimport ${JSON.stringify(entry)};\n`, loader: 'ts' }
        : undefined,
    );
  },
};

const extension = {
  ...node,
  entryPoints: ['src/extension.ts'],
  outdir: 'dist',
  external: ['vscode'],
  plugins: [importedByUndici, startInOneFile],
  define: { esbuildDetection: 'true' }, // undici then leaves out its experimental parser, as in Node
  minify: true,
};

// Threads: one file each, so they start without the extension's chunks.
const threads = {
  ...node,
  splitting: false,
  entryPoints: [
    { in: 'src/sandbox/worker.ts', out: 'sandboxWorker' },
    { in: 'src/features/collect/partWorker.ts', out: 'collectWorker' },
  ],
  outdir: 'dist',
  minify: true,
};

const pages = globSync('src/features/*/page/main.ts').map((file) => ({ in: file, out: basename(dirname(dirname(file))) }));
const plots = { in: 'src/features/results/page/plots/main.ts', out: 'plots' };

// What runs in webviews: one file each, since a page waits for every further one that it asks for; their style sheets come
// out beside them.
const webviews = {
  bundle: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2023',
  minify: true,
  sourcemap: true,
  outdir: 'dist/webview',
  entryPoints: [...pages, plots],
};

// One file per suite, so each is loaded when mocha is ready for it; mocha and openapi-backend stay in node_modules.
const tests = {
  ...node,
  entryPoints: ['test/vscode/index.ts', 'test/vscode/**/*.test.ts'],
  outdir: 'out/test/vscode',
  outbase: 'test/vscode',
  external: ['vscode', 'mocha', 'openapi-backend'],
  plugins: [importedByUndici],
};

// Shared code has names with a hash in them: what an earlier build left would be packed as well.
rmSync('dist', { recursive: true, force: true });
const wanted = [extension, threads, webviews];
if (process.argv.includes('--tests')) {
  // A suite that was renamed or removed must not run on from its last build.
  rmSync(tests.outdir, { recursive: true, force: true });
  wanted.push(tests);
}

if (watch) {
  for (const options of wanted) await (await context({ ...options, logLevel: 'info' })).watch();
} else {
  await Promise.all(wanted.map((options) => build(options)));
}

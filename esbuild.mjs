import { build } from 'esbuild';
await build({ entryPoints: ['src/extension.ts'], outdir: 'dist', bundle: true, splitting: true, format: 'esm', platform: 'node', target: 'node22', external: ['vscode'], minify: true, sourcemap: true });

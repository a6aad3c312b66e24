import type { BuildOptions } from 'esbuild';

/** How esbuild bundles the standalone sandbox into a folder. */
export declare function standaloneSandbox(folder: string): BuildOptions & { readonly outdir: string };

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A bench server: how it's started, its ready message, and the path to request. */
export interface Contestant {
  readonly name: 'ours' | 'bare' | 'empty';
  /** Arguments for Node. */
  readonly args: readonly string[];
  /** Finds the port in the ready message. */
  readonly ready: RegExp;
  /** Path and query. */
  readonly path: string;
}

const page = '/user/1500000000000000001/tweets?count=20&format=simple';
const bareServer = fileURLToPath(new URL('./bareServer.mjs', import.meta.url));
const portAlone = /^(\d+)$/m;

/** The built sandbox. */
export function sandboxContestant(bundle: string): Contestant {
  const ready = /^\{"primary":"http:\/\/127\.0\.0\.1:(\d+)\/primary"/m;
  return { name: 'ours', args: [join(bundle, 'standalone.js')], ready, path: `/primary${page}` };
}

/** node:http that serializes the page for each request. */
export function bareContestant(pageFile: string): Contestant {
  return { name: 'bare', args: [bareServer, pageFile], ready: portAlone, path: page };
}

/** node:http with empty responses. */
export const emptyContestant: Contestant = {
  name: 'empty',
  args: [bareServer],
  ready: portAlone,
  path: page,
};

// The door `social-data-explorer/fetch`: the same over the `fetch` of Node, without undici, for bundles.
import type { Client } from './client.ts';
import { createPackageClient, type PackageClientOptions } from './createPackageClient.ts';
import { fetchTransport } from './transports/fetch.ts';

export * from './exports.ts';

/** Makes a client: a key with an address, or connections. Requests go over `fetch`, unless a transport is given. */
export function createClient(options: PackageClientOptions): Client {
  return createPackageClient(options, fetchTransport);
}

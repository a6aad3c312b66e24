// The npm package's entry point `social-data-explorer/fetch`, without undici.
import type { Client } from './client.ts';
import { createPackageClient, type PackageClientOptions } from './createPackageClient.ts';
import { fetchTransport } from './transports/fetch.ts';

export * from './exports.ts';

/** Creates a client from a key with addresses, or from connections. Requests use `fetch` unless a transport is given. */
export function createClient(options: PackageClientOptions): Client {
  return createPackageClient(options, fetchTransport);
}

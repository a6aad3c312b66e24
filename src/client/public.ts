// The door `social-data-explorer` of the npm package: the client, over undici.
import type { Client } from './client.ts';
import { createPackageClient, type PackageClientOptions } from './createPackageClient.ts';
import { lazyUndiciTransport } from './transports/lazyUndici.ts';

export * from './exports.ts';
export { lazyUndiciTransport as undiciTransport } from './transports/lazyUndici.ts';
export type { UndiciTransportOptions } from './transports/undici.ts';

/** Makes a client: a key with an address, or connections. Requests go over undici, unless a transport is given. */
export function createClient(options: PackageClientOptions): Client {
  return createPackageClient(options, lazyUndiciTransport);
}

// The npm package's entry point `social-data-explorer`.
import type { Client } from './client.ts';
import { createPackageClient, type PackageClientOptions } from './createPackageClient.ts';
import { lazyUndiciTransport } from './transports/lazyUndici.ts';

export * from './exports.ts';
export { lazyUndiciTransport as undiciTransport } from './transports/lazyUndici.ts';
export type { UndiciTransportOptions } from './transports/undici.ts';

/** Creates a client from a key with addresses, or from connections. Requests use undici unless a transport is given. */
export function createClient(options: PackageClientOptions): Client {
  return createPackageClient(options, lazyUndiciTransport);
}

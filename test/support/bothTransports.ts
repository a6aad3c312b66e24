import { fetchTransport } from '../../src/client/transports/fetch.ts';
import { undiciTransport } from '../../src/client/transports/undici.ts';
import type { Transport } from '../../src/client/transport.ts';

/** The transports, which pass the same suite. */
export const bothTransports: readonly (readonly [name: string, open: () => Transport])[] = [
  ['undici', () => undiciTransport()],
  ['the host’s fetch', () => fetchTransport()],
];

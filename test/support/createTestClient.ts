import type { Client } from '../../src/client/client.ts';
import { type ClientOptions, createClient } from '../../src/client/createClient.ts';
import type { Transport } from '../../src/client/transport.ts';
import { testConnection } from './testEndpoints.ts';
import { maxWaitMs } from './limits.ts';

/** A server's client with a key for its origin, without history or waits before retries. */
export function createTestClient(transport: Transport, origin: string, options: Partial<ClientOptions> = {}): Client {
  const connection = testConnection({
    baseUrl: origin,
    credentials: () => Promise.resolve({ origin, headers: { 'x-api-key': 'canary-key' } }),
  });
  return createClient({
    connections: { primary: connection },
    transport,
    deadlineMs: maxWaitMs,
    random: () => 0,
    reuse: 'never',
    ...options,
  });
}

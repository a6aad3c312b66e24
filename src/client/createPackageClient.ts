import * as z from 'zod';
import type { Client } from './client.ts';
import type { ApiKeyOptions } from './connection.ts';
import { type ClientOptions, createClient } from './createClient.ts';
import { SocialDataError } from './errors.ts';
import { createPageMethods } from './pageMethods.ts';
import type { PagesOptions } from './pages.ts';
import { requireOptions } from './checkParams.ts';
import type { Transport } from './transport.ts';

/** A key with addresses, or connections. */
export type PackageClientOptions = ClientOptions | (Omit<ClientOptions, 'connections'> & ApiKeyOptions);

const option = z.unknown().optional();
const optionsSchema = z.strictObject({
  ...{ key: option, baseUrl: option, gatewayUrl: option, gatewayKey: option, connections: option },
  ...{
    transport: option,
    history: option,
    budget: option,
    prices: option,
    ledger: option,
    reuse: option,
    onSettled: option,
    strictShape: option,
  },
  ...{ clock: option, random: option, deadlineMs: option, maxBodyBytes: option },
} satisfies Record<keyof (ClientOptions & ApiKeyOptions), z.ZodType>);

const callOptionsSchema = z.strictObject({
  ...{
    signal: option,
    connection: option,
    stop: option,
    reuse: option,
    format: option,
    isStored: option,
    strictShape: option,
    initiator: option,
    agent: option,
    budgets: option,
  },
  ...{ onWaiting: option, onSent: option, maxPages: option, trail: option },
} satisfies Record<keyof PagesOptions, z.ZodType>);

/**
 * Creates a client for other programs: checks its options, and rejects with an aborted signal's reason, like `fetch`.
 * @throws SocialDataError `input` for an unknown option, `address`, or `noKey`
 */
export function createPackageClient(options: PackageClientOptions, makeTransport: () => Transport): Client {
  requireOptions('createClient', optionsSchema, options);
  const client = createClient({ ...options, transport: options.transport ?? makeTransport() });
  const call = (async (endpoint, params, callOptions) => {
    requireOptions('call', callOptionsSchema, callOptions ?? {});
    try {
      return await client.call(endpoint, params, callOptions);
    } catch (error) {
      const signal = callOptions?.signal;
      throw signal?.aborted === true && error instanceof SocialDataError && error.kind === 'cancelled' ? signal.reason : error;
    }
  }) as Client['call'];
  return { ...client, call, ...createPageMethods(call) };
}

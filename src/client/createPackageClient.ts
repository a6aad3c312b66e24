import * as z from 'zod';
import type { Client } from './client.ts';
import type { ApiKeyOptions } from './connection.ts';
import { type ClientOptions, createClient } from './createClient.ts';
import { SocialDataError } from './errors.ts';
import { createPageMethods } from './pageMethods.ts';
import type { PagesOptions } from './pages.ts';
import { requireOptions } from './checkParams.ts';
import type { Transport } from './transport.ts';

/** A key with an address; or, for several keys and addresses that change, connections. */
export type PackageClientOptions = ClientOptions | (Omit<ClientOptions, 'connections'> & ApiKeyOptions);

const any = z.unknown().optional();
const optionsSchema = z.strictObject({
  ...{ key: any, baseUrl: any, gatewayUrl: any, gatewayKey: any, connections: any },
  ...{ transport: any, history: any, budget: any, prices: any, ledger: any, reuse: any, onSettled: any, strictShape: any },
  ...{ clock: any, random: any, deadlineMs: any, maxBodyBytes: any },
} satisfies Record<keyof (ClientOptions & ApiKeyOptions), z.ZodType>);

const callOptionsSchema = z.strictObject({
  ...{
    signal: any,
    connection: any,
    stop: any,
    reuse: any,
    format: any,
    strictShape: any,
    initiator: any,
    agent: any,
    budgets: any,
  },
  ...{ onWaiting: any, onSent: any, maxPages: any, trail: any },
} satisfies Record<keyof PagesOptions, z.ZodType>);

/**
 * The client as a program of somebody else has it: options are checked, and an abort rejects with its reason, as that of `fetch` does.
 * @throws SocialDataError `input` for an option that there is not, `address` or `noKey`
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

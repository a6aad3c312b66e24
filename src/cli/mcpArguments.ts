import { resolve } from 'node:path';
import { keyConnections } from '../client/connection.ts';
import { readKeySource } from '../client/keySource.ts';
import type { Money } from '../client/money.ts';
import { WrongArguments } from './readOptions.ts';

/** The connections of a server that buys; undefined: both services are a sandbox of its own. */
export type PaidConnections = ReturnType<typeof keyConnections> | undefined;

/** How a server was started. */
export interface McpArguments {
  readonly connections: PaidConnections;
  readonly budget: Money;
  readonly allow: Money;
  readonly store: string | undefined;
  readonly fixtures: string | undefined;
}

interface NamedConnections {
  readonly primary: string | undefined;
  readonly gateway: string | undefined;
  /** Names of variables. */
  readonly key: string;
  readonly gatewayKey: string | undefined;
  readonly envFile: string | undefined;
}

/** What a request is expected to cost until a first one has taught its price: one cent. */
const assumedPrice = 10_000n;

/**
 * The connections to the addresses that are given. A service without one is not reached at all: made-up answers beside real ones
 * would be taken for real.
 * @throws WrongArguments where an address may not be called, or a key is not there
 */
export async function readConnections(named: NamedConnections): Promise<PaidConnections> {
  const { primary, gateway, envFile } = named;
  if (primary === undefined && gateway === undefined) return undefined;
  const read = async (variable: string) =>
    await readKeySource({ variable, ...(envFile === undefined ? {} : { file: resolve(envFile) }) });
  try {
    return keyConnections({
      assumedPrice,
      ...(primary === undefined ? { key: 'none' } : { key: await read(named.key), baseUrl: primary }),
      ...(gateway === undefined ? {} : { gatewayUrl: gateway, gatewayKey: await read(named.gatewayKey ?? named.key) }),
    });
  } catch (error) {
    if (error instanceof Error) throw new WrongArguments(error.message);
    throw error;
  }
}

import { resolve } from 'node:path';
import { type Connection, createApiKeyConnections } from '../client/connection.ts';
import type { Service } from '../client/endpoint.ts';
import { readKeyFromSource } from '../client/keySource.ts';
import { type OptionTable, StartError, UsageError } from '../sandbox/readOptions.ts';

export const newStoreOption = {
  type: 'string',
  value: 'DOLLARS',
  says: 'if the store cannot be used: rename its file and start a new one, with the amount spent today',
} as const;

export const connectionOptions = {
  primary: { type: 'string', value: 'URL', says: 'the address of the Primary API, which is paid' },
  gateway: { type: 'string', value: 'URL', says: 'the address of the Gateway API, which is paid' },
  key: { type: 'string', value: 'NAME', says: 'the variable that holds the key (default API_KEY)' },
  'gateway-key': { type: 'string', value: 'NAME', says: 'the same for the Gateway API, if different' },
  'key-file': { type: 'string', value: 'FILE', says: 'a .env file that contains the variables (default: the environment)' },
} as const satisfies OptionTable;

export type ConnectionOptionValues = Readonly<Partial<Record<keyof typeof connectionOptions, string | undefined>>>;

/** A service without an address is undefined, because made-up answers next to real ones would look real. */
export type PaidConnections = Readonly<Record<Service, Connection | undefined>> & {
  /** The keys that this process sent so far, or is about to: no fixture may hold one. */
  readonly keys: readonly string[];
};

const defaultKeyVariable = 'API_KEY';
const variableNamePattern = /^[A-Za-z_]\w*$/;

/**
 * The connections to the addresses that are given. The key is read again for each request, so a changed or removed one counts at once.
 * @returns undefined where no address is given
 * @throws UsageError where a key is given for the name of its variable; StartError where an address may not be called, or a key is not there
 */
export async function createPaidConnections(given: ConnectionOptionValues): Promise<PaidConnections | undefined> {
  const { primary, gateway, key: name = defaultKeyVariable, 'gateway-key': gatewayName = name, 'key-file': file } = given;
  if (primary === undefined && gateway === undefined) return undefined;
  // not repeated: who takes the option for the key itself would find that in a log
  if (![name, gatewayName].every((one) => variableNamePattern.test(one)))
    throw new UsageError('--key and --gateway-key take the name of a variable, such as API_KEY, and never a key');
  const keys: string[] = [];
  const connect = async (service: Service, baseUrl: string, variable: string): Promise<Connection | undefined> => {
    const read = async () => {
      const key = await readKeyFromSource({ variable, ...(file === undefined ? {} : { file: resolve(file) }) });
      if (!keys.includes(key)) keys.push(key);
      const address = service === 'primary' ? { baseUrl } : { gatewayUrl: baseUrl };
      return createApiKeyConnections({ key, ...address })[service];
    };
    const first = await read();
    return first && { ...first, credentials: async () => await (await read())?.credentials() };
  };
  try {
    return {
      primary: primary === undefined ? undefined : await connect('primary', primary, name),
      gateway: gateway === undefined ? undefined : await connect('gateway', gateway, gatewayName),
      keys,
    };
  } catch (error) {
    if (error instanceof Error) throw new StartError(error.message);
    throw error;
  }
}

import { resolve } from 'node:path';
import { type Connection, createApiKeyConnections } from '../client/connection.ts';
import type { Service } from '../client/endpoint.ts';
import { readKeyFromSource } from '../client/keySource.ts';
import { UsageError } from '../sandbox/readOptions.ts';

/** The options of a command that may reach the services, for its usage. */
export const connectionOptionsUsage = `\
  --primary URL       the address of the primary service, which is paid
  --gateway URL       the address of the gateway, which is paid
  --key NAME          the variable that holds the key (default API_KEY)
  --gateway-key NAME  the same for the gateway, where it differs
  --key-file FILE     a .env file that the variables stand in; left out: the environment
`;

export const connectionOptions = {
  primary: { type: 'string' },
  gateway: { type: 'string' },
  key: { type: 'string' },
  'gateway-key': { type: 'string' },
  'key-file': { type: 'string' },
} as const;

/** What was given of them. */
export type ConnectionOptionValues = Readonly<Partial<Record<keyof typeof connectionOptions, string | undefined>>>;

/** The connections of a command that buys. A service without an address has none: made-up answers beside real ones would be taken for real. */
export type PaidConnections = Readonly<Record<Service, Connection | undefined>> & {
  /** The keys that this process sends: no fixture may hold one. */
  readonly keys: readonly string[];
};

/** What a request is expected to cost until a first one has taught its price: one cent. */
const assumedPrice = 10_000n;

const defaultKeyVariable = 'API_KEY';
const variableNamePattern = /^[A-Za-z_]\w*$/;

/**
 * The connections to the addresses that are given. A key that is changed or removed where it stands is sent no more.
 * @returns undefined where no address is given
 * @throws UsageError where an address may not be called, or a key is not there
 */
export async function createPaidConnections(given: ConnectionOptionValues): Promise<PaidConnections | undefined> {
  const { primary, gateway, key: name = defaultKeyVariable, 'gateway-key': gatewayName = name, 'key-file': file } = given;
  if (primary === undefined && gateway === undefined) return undefined;
  // not repeated: who takes the option for the key itself would find that in a log
  if (![name, gatewayName].every((one) => variableNamePattern.test(one)))
    throw new UsageError('--key and --gateway-key take the name of a variable, such as API_KEY, and never a key');
  const read = async (variable: string) =>
    await readKeyFromSource({ variable, ...(file === undefined ? {} : { file: resolve(file) }) });
  const connect = async (baseUrl: string, variable: string, service: Service) => {
    const key = await read(variable);
    const made = createApiKeyConnections({
      assumedPrice,
      key,
      ...(service === 'primary' ? { baseUrl } : { gatewayUrl: baseUrl }),
    })[service];
    const credentials = async () =>
      (await read(variable).catch(() => undefined)) === key ? await made?.credentials() : undefined;
    return made === undefined ? undefined : { key, connection: { ...made, credentials } };
  };
  try {
    const [ofPrimary, ofGateway] = [
      primary === undefined ? undefined : await connect(primary, name, 'primary'),
      gateway === undefined ? undefined : await connect(gateway, gatewayName, 'gateway'),
    ];
    const keys = [ofPrimary, ofGateway].flatMap((one) => one?.key ?? []);
    return { primary: ofPrimary?.connection, gateway: ofGateway?.connection, keys };
  } catch (error) {
    if (error instanceof Error) throw new UsageError(error.message);
    throw error;
  }
}

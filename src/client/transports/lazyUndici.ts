import { toTransportFault, type Transport } from '../transport.ts';
import { fetchTransport } from './fetch.ts';
import type { UndiciTransportOptions } from './undici.ts';

/** undici asks for this much of Node (major, minor), and breaks while it is loaded by an older one. */
const minNode = [22, 19] as const;

/**
 * The client's own transport, loaded with the first request. A Node that is too old for it calls with its own `fetch`,
 * which takes the same care but more time.
 */
export function lazyUndiciTransport(options: UndiciTransportOptions = {}): Transport {
  if (!canRunUndici(process.versions.node)) {
    return fetchTransport();
  }
  let loaded: Promise<Transport> | undefined;
  return {
    send: async (request, wireOptions) => {
      loaded ??= import('./undici.ts').then((module) => module.undiciTransport(options));
      const transport = await loaded.catch((error: unknown) => {
        throw toTransportFault(error, false); // the address of a proxy is none: nothing was sent
      });
      return await transport.send(request, wireOptions);
    },
    close: async () => {
      // what could not be made holds nothing, and has said so to whoever called
      await (await loaded?.catch(() => undefined))?.close();
    },
  };
}

/** Whether a version of Node is one that undici runs on. */
export function canRunUndici(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > minNode[0] || (major === minNode[0] && minor >= minNode[1]);
}

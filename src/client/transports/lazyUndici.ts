import { toTransportFault, type Transport } from '../transport.ts';
import type { UndiciTransportOptions } from './undici.ts';

/** Loads undici with the first request. */
export function lazyUndiciTransport(options: UndiciTransportOptions = {}): Transport {
  let loaded: Promise<Transport> | undefined;
  return {
    send: async (request, wireOptions) => {
      loaded ??= import('./undici.ts').then((module) => module.undiciTransport(options));
      const transport = await loaded.catch((error: unknown) => {
        throw toTransportFault(error, false); // a proxy address is invalid; nothing was sent
      });
      return await transport.send(request, wireOptions);
    },
    close: async () => {
      // a transport that failed to load doesn't need closing
      await (await loaded?.catch(() => undefined))?.close();
    },
  };
}

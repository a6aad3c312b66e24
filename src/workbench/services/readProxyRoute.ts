import type { ProxyOptions } from '../../client/transports/undici.ts';

export interface ProxySettings {
  /** `http.proxy` */
  readonly address: string;
  /** `http.proxySupport` */
  readonly support: string;
  /** `http.noProxy` */
  readonly except: readonly string[];
}

/** Requests to this machine, such as to the sandbox, never use a proxy. */
const loopbackHosts = ['localhost', '127.0.0.1', '::1'];

/**
 * Combines the editor's proxy settings with the environment. `NO_PROXY` adds to `http.noProxy`; the environment's proxy applies
 * if the setting is empty.
 */
export function readProxyRoute(settings: ProxySettings, environment: Readonly<Record<string, string | undefined>>): ProxyOptions {
  const { address, support, except } = settings;
  const named = environment['no_proxy'] ?? environment['NO_PROXY'] ?? '';
  const exceptions = [...loopbackHosts, ...except, ...named.split(/[,\s]+/)].filter((host) => host !== '').join(',');
  return { ...(support === 'off' ? { address: '' } : address === '' ? {} : { address }), except: exceptions };
}

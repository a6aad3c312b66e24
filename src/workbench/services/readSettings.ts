import type { ProxyOptions } from '../../client/transports/undici.ts';

export interface ProxySettings {
  /** `http.proxy` */
  readonly address: string;
  /** `http.proxySupport` */
  readonly support: string;
  /** `http.noProxy` */
  readonly except: readonly string[];
}

/** This machine itself, the sandbox on it included, is never asked through a proxy. */
const loopbackHosts = ['localhost', '127.0.0.1', '::1'];

/**
 * The way that the settings of the editor and the environment name, for a transport that does not know the editor.
 * @param environment `NO_PROXY` of it counts beside the setting; its proxy counts where the setting names none
 */
export function readProxyRoute(settings: ProxySettings, environment: Readonly<Record<string, string | undefined>>): ProxyOptions {
  const { address, support, except } = settings;
  const named = environment['no_proxy'] ?? environment['NO_PROXY'] ?? '';
  const exceptions = [...loopbackHosts, ...except, ...named.split(/[,\s]+/)].filter((host) => host !== '').join(',');
  return { ...(support === 'off' ? { address: '' } : address === '' ? {} : { address }), except: exceptions };
}

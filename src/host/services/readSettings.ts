import type { MarketplaceHeaderNames } from '../../app/requests/authentication.ts';
import type { ParamNameOverrides } from '../../client/connection.ts';
import type { ProxyOptions } from '../../client/transports/undici.ts';

/** What the editor's settings say about proxies. */
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

/** What a name in a query may look like; the manifest warns of any other. */
const parameterNamePattern = /^\w[\w.[\]-]{0,63}$/;

/** Reads the setting of that name as a person may have written it: what is no name counts as not written. */
export function readParameterNameOverrides(setting: unknown): ParamNameOverrides {
  return Object.fromEntries(
    listObjectEntries(setting).map(([endpointId, names]) => [
      endpointId,
      Object.fromEntries(
        listObjectEntries(names).filter((entry): entry is [string, string] => isSendableParameterName(entry[1])),
      ),
    ]),
  );
}

function isSendableParameterName(name: unknown): boolean {
  return typeof name === 'string' && parameterNamePattern.test(name);
}

function listObjectEntries(value: unknown): readonly [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}

/** The names that stand in for those of a marketplace until a person sets them. */
const defaultMarketplaceHeaderNames: MarketplaceHeaderNames = { keyHeader: 'x-market-key', hostHeader: 'x-market-host' };

/** The names of headers that every shell and language takes as they are; the manifest warns of any other. */
const headerNamePattern = /^[a-z][\w.-]{0,63}$/i;

/** What a request says with headers of its own, or a transport with them: a key must not take their place. */
const reservedHeaderNamePattern =
  /^(?:accept(?:-.*)?|connection|content-.*|cookie2?|date|expect|host|keep-alive|origin|proxy-.*|referer|sec-.*|te|trailer|transfer-encoding|upgrade|user-agent|via)$/i;

/** Reads the names of a marketplace's headers as a person may have written them: what cannot be sent counts as not written. */
export function readMarketplaceHeaders(keyHeader: unknown, hostHeader: unknown): MarketplaceHeaderNames {
  const key = readHeaderName(keyHeader) ?? defaultMarketplaceHeaderNames.keyHeader;
  const host = readHeaderName(hostHeader) ?? defaultMarketplaceHeaderNames.hostHeader;
  // one header cannot say both
  return key.toLowerCase() === host.toLowerCase() ? defaultMarketplaceHeaderNames : { keyHeader: key, hostHeader: host };
}

function readHeaderName(setting: unknown): string | undefined {
  const name = typeof setting === 'string' ? setting.trim() : '';
  return headerNamePattern.test(name) && !reservedHeaderNamePattern.test(name) ? name : undefined;
}

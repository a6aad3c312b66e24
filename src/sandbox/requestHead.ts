export interface RequestHead {
  /** Undefined unless there is exactly one. */
  readonly host: string | undefined;
  /** Empty if there is more than one. */
  readonly origin: string | undefined;
  /** True with an `Origin`, or with a cross-site `Sec-Fetch-Site`: browsers request images without an `Origin`. */
  readonly isFromWebPage: boolean;
  readonly apiKey: string | undefined;
  /** `X-Market-Key` (primary reference, Authentication; assumption 2.12). */
  readonly marketKey: string | undefined;
  readonly marketHost: string | undefined;
  /** `X-Response-Format: simple`, trimmed, in any case (assumption 1.9). */
  readonly wantsSimple: boolean;
  readonly controlToken: string | undefined;
}

/**
 * Faster than node's header object, which contains every header.
 * @param rawHeaders names and values alternate, as in node:http
 */
export function readRequestHead(rawHeaders: readonly string[]): RequestHead {
  const head: { -readonly [K in keyof RequestHead]: RequestHead[K] } = {
    ...{ host: undefined, origin: undefined, isFromWebPage: false, apiKey: undefined },
    ...{ marketKey: undefined, marketHost: undefined, wantsSimple: false, controlToken: undefined },
  };
  let hosts = 0;
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = (rawHeaders[i] ?? '').toLowerCase();
    const value = rawHeaders[i + 1] ?? '';
    if (name === 'host') {
      hosts += 1;
      head.host = hosts === 1 ? value : undefined;
    } else if (name === 'x-api-key') {
      head.apiKey ??= trimHeaderValue(value);
    } else if (name === 'origin') {
      head.origin = head.origin === undefined ? value : '';
      head.isFromWebPage = true;
    } else if (name === 'sec-fetch-site') {
      head.isFromWebPage ||= value !== 'none' && value !== 'same-origin';
    } else if (name === 'x-response-format') {
      head.wantsSimple = value.trim().toLowerCase() === 'simple';
    } else if (name === 'x-sandbox-control') {
      head.controlToken ??= trimHeaderValue(value);
    } else if (name === 'x-market-key') {
      head.marketKey ??= trimHeaderValue(value);
    } else if (name === 'x-market-host') {
      head.marketHost ??= trimHeaderValue(value);
    }
  }
  return head;
}

function trimHeaderValue(value: string): string | undefined {
  const trimmed = value.trim();
  return trimmed === '' ? undefined : trimmed;
}

export function toLoopbackHosts(port: number): ReadonlySet<string> {
  return new Set([`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]);
}

/**
 * Returns why a request is rejected. A web page can reach a loopback port directly, which `Origin` or `Sec-Fetch-Site` shows, or
 * through its own domain name that resolves to 127.0.0.1, which `Host` shows.
 * @param origins pages that have access
 */
export function describeForeignRequest(
  { host, origin, isFromWebPage }: RequestHead,
  hosts: ReadonlySet<string>,
  origins: readonly string[],
): string | undefined {
  if (host === undefined || !hosts.has(host)) {
    return (
      "The Host header doesn't match this server's address. If a proxy forwards to this server, it must set Host to the address that it " +
      'forwards to: changeOrigin: true in Vite, webpack and http-proxy'
    );
  }
  if (!isFromWebPage || (origin !== undefined && origins.includes(origin))) return undefined;
  const example = (origin === undefined ? undefined : toWebOrigin(origin)) ?? 'http://localhost:5173';
  return `Requests from web pages are blocked. To allow a page, start the server with its origin: --origin ${example}`;
}

export function toWebOrigin(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && `${url.pathname}${url.search}${url.hash}${url.username}` === '/'
    ? url.origin
    : undefined;
}

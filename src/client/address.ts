export interface BaseAddress {
  /** scheme://host[:port] in lower case, without a default port. */
  readonly origin: string;
  /** The origin and its path, without a trailing slash. */
  readonly baseUrl: string;
}

/** The reason completes a sentence that starts with "The address". */
export interface AddressRefusal {
  readonly refused: string;
}

// rejects other characters before a URL parser can reinterpret them
const printableAsciiPattern = /^[!-~]+$/;
const baseUrlPattern = /^(https?):\/\/(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::(\d{1,5}))?(\/[A-Za-z0-9._~!$&'()*+,;=:@/-]*)?$/i;

/** Checked in order; only the first match is reported. */
const refusedUrlParts: readonly (readonly [pattern: RegExp, says: string])[] = [
  [/\\/, 'must not contain a backslash'],
  [/[?]/, 'must not contain a query (?)'],
  [/[#]/, 'must not contain a fragment (#)'],
  [/^[^/]*@/, 'must not contain a user name: anything before @ hides the real host'],
  [/%/, 'must not contain percent signs'],
];

/**
 * Parses a base address: https, or plain http to loopback, with an optional port and path. Rejects an address that a URL
 * parser would read as a different one.
 */
export function parseBaseUrl(text: string): BaseAddress | AddressRefusal {
  const trimmed = text.trim();
  const refused = describeAddressRefusal(trimmed);
  if (refused !== undefined) {
    return { refused };
  }
  const url = new URL(trimmed);
  return { origin: url.origin, baseUrl: url.origin + stripTrailingSlashes(url.pathname) };
}

export function isAddressRefusal(address: BaseAddress | AddressRefusal): address is AddressRefusal {
  return 'refused' in address;
}

// without the lookbehind, a long run of slashes takes quadratic time
export function stripTrailingSlashes(address: string): string {
  return address.replace(/(?<!\/)\/+$/, '');
}

function describeAddressRefusal(text: string): string | undefined {
  if (text === '') {
    return 'is empty';
  }
  if (!printableAsciiPattern.test(text)) {
    return hasLetterBeyondAscii(text)
      ? `must contain only ASCII characters${formatPunycodeNote(text)}; if this host is correct, enter its xn-- form`
      : 'must not contain spaces or control characters';
  }
  if (!/^https?:\/\//i.test(text)) {
    return 'must start with https:// (or http:// for this machine)';
  }
  const rest = text.replace(/^https?:\/\//i, '');
  const found = refusedUrlParts.find(([pattern]) => pattern.test(rest));
  if (found !== undefined) {
    return found[1];
  }
  const match = baseUrlPattern.exec(text);
  if (match === null || !URL.canParse(text)) {
    return 'must be a plain URL: https://host, optionally with a port and a path';
  }
  return describeHostOrPathRefusal(match[1] ?? '', match[2] ?? '', match[4] ?? '', new URL(text));
}

function describeHostOrPathRefusal(scheme: string, host: string, path: string, url: URL): string | undefined {
  const refusals: readonly (readonly [isRefused: boolean, says: string])[] = [
    [host.endsWith('.') || host.startsWith('.') || host.includes('..'), 'has an extra dot in its host'],
    [!host.startsWith('[') && url.hostname !== host.toLowerCase(), `has a host that resolves to another one: ${url.hostname}`],
    [path.split('/').some((segment) => segment === '.' || segment === '..'), 'must not have . or .. in its path'],
    [path.includes('//'), 'must not have an empty segment (//) in its path'],
    [url.port === '0', 'must not have port 0'],
    [
      scheme.toLowerCase() === 'http' && !isLoopback(url.hostname),
      'must use https: plain http would expose your key (http is allowed only for 127.0.0.1, ::1, and localhost)',
    ],
  ];
  return refusals.find(([isRefused]) => isRefused)?.[1];
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}

function hasLetterBeyondAscii(text: string): boolean {
  return /[^\p{ASCII}]/u.test(text) && !/[\p{Cc}\p{Cf}\p{Z}]/u.test(text);
}

function formatPunycodeNote(text: string): string {
  return URL.canParse(text) ? ` (the host would be ${new URL(text).hostname})` : '';
}

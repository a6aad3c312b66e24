import type { SnippetAuthentication } from '../connections/connectionSettings.ts';
import type { ExchangeRequest } from '../../client/exchange.ts';

/** Until the package is published, anyone could register its name. */
export const npmPackageName = 'social-data-explorer';

/** Each header with the environment variable that holds its value, so snippets never contain a key. */
function listAuthenticationHeaders(
  authentication: SnippetAuthentication,
): readonly (readonly [header: string, variable: string])[] {
  return authentication === 'direct'
    ? [['X-API-KEY', 'API_KEY']]
    : [
        [authentication.keyHeader, 'MARKETPLACE_KEY'],
        [authentication.hostHeader, 'MARKETPLACE_HOST'],
      ];
}

/** The request as JavaScript for `fetch`. Doesn't follow redirects, which would receive the key. */
export function toFetchSnippet(request: ExchangeRequest, authentication: SnippetAuthentication): string {
  const { method, baseUrl, target, body } = request;
  const keys = listAuthenticationHeaders(authentication).map(([header, variable]) => `'${header}': process.env.${variable}`);
  const headers = [...keys, ...(body === undefined ? [] : [`'Content-Type': 'application/json'`])];
  return [
    `const response = await fetch(${JSON.stringify(baseUrl + target)}, {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: { ${headers.join(', ')} },`,
    ...(body === undefined ? [] : [`  body: ${JSON.stringify(body)},`]),
    "  redirect: 'manual', // a redirect would send the key elsewhere",
    `});`,
    `if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`);`,
    `const data = await response.json();`,
    `console.log(response.headers.get('x-price-per-call'), data);`,
  ].join('\n');
}

export type PythonLibrary = 'httpx' | 'requests';

/** The request as Python. Doesn't follow redirects, which would receive the key. */
export function toPythonSnippet(
  request: ExchangeRequest,
  authentication: SnippetAuthentication,
  library: PythonLibrary = 'requests',
): string {
  const { method, baseUrl, target, body } = request;
  const headers = listAuthenticationHeaders(authentication).map(
    ([header, variable]) => `${toPythonLiteral(header)}: os.environ["${variable}"]`,
  );
  return [
    `import os`,
    ``,
    `import ${library}`,
    ``,
    ...formatPythonCall(library, { method, address: toPythonLiteral(baseUrl + target), headers, body }),
    `if response.status_code >= 300:`,
    `    raise RuntimeError(f"{response.status_code} {response.text}")`,
    'data = response.json()',
    'print(response.headers.get("x-price-per-call"), data)',
  ].join('\n');
}

interface PythonCall {
  readonly method: 'GET' | 'POST';
  readonly body: string | undefined;
  /** A Python expression, as are the headers' values. */
  readonly address: string;
  readonly headers: readonly string[];
}

/** The lines of `response = …`. */
export function formatPythonCall(library: PythonLibrary, { method, address, headers, body }: PythonCall): readonly string[] {
  const all = [...headers, ...(body === undefined ? [] : [`"Content-Type": "application/json"`])];
  const args = [
    `${address},`,
    `headers={${all.join(', ')}},`,
    // Requests would encode a str as Latin-1
    ...(body === undefined ? [] : [`${library === 'httpx' ? 'content' : 'data'}=${toPythonLiteral(body)}.encode(),`]),
    // httpx doesn't follow redirects
    ...(library === 'httpx' ? [] : ['allow_redirects=False,  # a redirect would send the key elsewhere']),
  ];
  return [`response = ${library}.${method === 'GET' ? 'get' : 'post'}(`, ...args.map((line) => `    ${line}`), `)`];
}

/** An ASCII literal, which no file or terminal encoding changes. */
export function toPythonLiteral(text: string): string {
  // Python understands JSON's escapes
  return JSON.stringify(text).replaceAll(/[^ -~]/gu, (sign) => {
    const code = (sign.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
  });
}

/** "primary.userById" → "userById", "gateway.space" → "gatewaySpace" */
export function toEndpointExportName(endpointId: string): string {
  const [service = '', name = ''] = endpointId.split('.');
  return service === 'primary' ? name : `${service}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/**
 * The request as a curl command for a POSIX shell. In PowerShell or cmd it may fail, but never runs text from a service, such as
 * a cursor.
 */
export function toCurlCommand(request: ExchangeRequest, authentication: SnippetAuthentication): string {
  // the shell expands variables only in double quotes
  const headers = listAuthenticationHeaders(authentication).map(([header, variable]) => `"${header}: $${variable}"`);
  const { method, baseUrl, target, body } = request;
  const lines = [
    `curl ${method === 'POST' ? '--request POST ' : ''}${quoteAddress(baseUrl + target)}`,
    ...headers.map((header) => `--header ${header}`),
    ...(body === undefined ? [] : [`--header 'Content-Type: application/json'`, `--data ${quoteJson(body)}`]),
  ];
  return lines.join(' \\\n  ');
}

/** In double quotes, the only ones that cmd knows. Characters with a meaning in them are percent-encoded. */
function quoteAddress(address: string): string {
  return `"${address.replaceAll(/[!"$'\\`]/g, (sign) => `%${toHexCode(sign).padStart(2, '0')}`)}"`;
}

/**
 * Equivalent JSON in single quotes. Escapes characters that end the quotes or that cmd expands or runs: PowerShell treats \u2018
 * to \u201b as single quotes, and cmd knows neither single quotes nor \".
 */
function quoteJson(json: string): string {
  return `'${json.replaceAll(/\\["\\]|[!%&'<>^|\u2018-\u201b]/g, (sign) => `\\u${toHexCode(sign.slice(-1)).padStart(4, '0')}`)}'`;
}

function toHexCode(sign: string): string {
  return sign.charCodeAt(0).toString(16).toUpperCase();
}

import { type SnippetAuthentication, listAuthenticationHeaders } from '../connections/connectionSettings.ts';
import type { ExchangeRequest } from '../../client/exchange.ts';

/** The name of the npm package, in the code that people copy. Until it is published, anybody may take it on the registry. */
export const npmPackageName = 'social-data-explorer';

/** A call as JavaScript over `fetch`. The key comes from the environment, and no redirect is followed with it. */
export function toFetchSnippet(request: ExchangeRequest, authentication: SnippetAuthentication): string {
  const { method, baseUrl, target, body } = request;
  const keys = listAuthenticationHeaders(authentication).map(([header, variable]) => `'${header}': process.env.${variable}`);
  const headers = [...keys, ...(body === undefined ? [] : [`'Content-Type': 'application/json'`])];
  return [
    `const response = await fetch(${JSON.stringify(baseUrl + target)}, {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: { ${headers.join(', ')} },`,
    ...(body === undefined ? [] : [`  body: ${JSON.stringify(body)},`]),
    `  redirect: 'manual', // a redirect would carry the key to another place`,
    `});`,
    `if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`);`,
    `const answer = await response.json();`,
    `console.log(response.headers.get('x-price-per-call'), answer);`,
  ].join('\n');
}

/** A call as Python over Requests. The key comes from the environment, and no redirect is followed with it. */
export function toPythonSnippet(request: ExchangeRequest, authentication: SnippetAuthentication): string {
  const { method, baseUrl, target, body } = request;
  const keys = listAuthenticationHeaders(authentication).map(
    ([header, variable]) => `${toPythonLiteral(header)}: os.environ["${variable}"]`,
  );
  const headers = [...keys, ...(body === undefined ? [] : [`"Content-Type": "application/json"`])];
  return [
    `import os`,
    ``,
    `import requests`,
    ``,
    `response = requests.${method === 'GET' ? 'get' : 'post'}(`,
    `    ${toPythonLiteral(baseUrl + target)},`,
    `    headers={${headers.join(', ')}},`,
    // as bytes: a text would be sent as Latin-1
    ...(body === undefined ? [] : [`    data=${toPythonLiteral(body)}.encode(),`]),
    `    allow_redirects=False,  # a redirect would carry the key to another place`,
    `)`,
    `if response.status_code >= 300:`,
    `    raise RuntimeError(f"{response.status_code} {response.text}")`,
    `answer = response.json()`,
    `print(response.headers.get("x-price-per-call"), answer)`,
  ].join('\n');
}

/** A text as a literal of Python in ASCII, so that no encoding of a file and no terminal changes it. */
function toPythonLiteral(text: string): string {
  // the escapes of JSON are Python's, too
  return JSON.stringify(text).replaceAll(/[^ -~]/gu, (sign) => {
    const code = (sign.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
  });
}

/** A call as TypeScript over this project's client, which checks it, knows its price and never buys it twice. */
export function toTypeScriptSnippet({ service, endpointId, params, format, baseUrl }: ExchangeRequest): string {
  const name = toEndpointExportName(endpointId);
  const address = service === 'primary' ? 'baseUrl' : 'gatewayUrl';
  const options = format === 'raw' ? `, { format: 'raw' }` : '';
  return [
    `import { createClient, ${name} } from '${npmPackageName}';`,
    ``,
    `const client = createClient({ key: process.env.API_KEY ?? '', ${address}: ${JSON.stringify(baseUrl)} });`,
    `const answer = await client.call(${name}, ${JSON.stringify(params)}${options});`,
    `console.log(answer.receipt.price, answer.value);`,
  ].join('\n');
}

/** The name under which the client exports an endpoint: "primary.userById" → "userById", "gateway.space" → "gatewaySpace". */
export function toEndpointExportName(endpointId: string): string {
  const [service = '', name = ''] = endpointId.split('.');
  return service === 'primary' ? name : `${service}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/**
 * A call as a curl command for a POSIX shell. The key is a shell variable, never a value. Pasted into PowerShell or cmd it may
 * fail, but nothing that a service said, as in a cursor, is run there.
 */
export function toCurlCommand(request: ExchangeRequest, authentication: SnippetAuthentication): string {
  // double quotes, so that the shell puts the variable in
  const headers = listAuthenticationHeaders(authentication).map(([header, variable]) => `"${header}: $${variable}"`);
  const { method, baseUrl, target, body } = request;
  const lines = [
    `curl ${method === 'POST' ? '--request POST ' : ''}${quoteAddress(baseUrl + target)}`,
    ...headers.map((header) => `--header ${header}`),
    ...(body === undefined ? [] : [`--header 'Content-Type: application/json'`, `--data ${quoteJson(body)}`]),
  ];
  return lines.join(' \\\n  ');
}

/** An address in double quotes, the only ones of cmd; what ends them or has a meaning in them is percent-encoded. */
function quoteAddress(address: string): string {
  return `"${address.replaceAll(/[!"$'\\`]/g, (sign) => `%${toHexCode(sign).padStart(2, '0')}`)}"`;
}

/**
 * JSON in single quotes, its values the same. What would end the quotes is escaped within its texts, and what cmd runs or puts
 * in: PowerShell takes \u2018 to \u201b for single quotes, cmd knows neither single quotes nor \".
 */
function quoteJson(json: string): string {
  return `'${json.replaceAll(/\\["\\]|[!%&'<>^|\u2018-\u201b]/g, (sign) => toUnicodeEscape(sign.slice(-1)))}'`;
}

function toUnicodeEscape(sign: string): string {
  return `\\u${toHexCode(sign).padStart(4, '0')}`;
}

function toHexCode(sign: string): string {
  return sign.charCodeAt(0).toString(16).toUpperCase();
}

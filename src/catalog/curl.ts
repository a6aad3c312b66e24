import type { ExchangeRequest } from '../client/exchange.ts';

/** The headers of each way to authenticate, with placeholders where keys belong. */
const authentication = {
  direct: ['X-API-KEY: $API_KEY'],
  marketplace: ['x-market-key: $MARKETPLACE_KEY', 'x-market-host: $MARKETPLACE_HOST'],
} as const;

/**
 * A call as a curl command for a POSIX shell. The key is a shell variable, never a value.
 * @returns one command over several lines
 */
export function toCurl(request: ExchangeRequest, kind: keyof typeof authentication): string {
  const lines = [
    `curl ${request.method === 'POST' ? '--request POST ' : ''}${quote(request.baseUrl + request.target)}`,
    // double quotes, so that the shell puts the variable in
    ...authentication[kind].map((header) => `--header "${header}"`),
    ...(request.body === undefined ? [] : [`--header 'Content-Type: application/json'`, `--data ${quote(request.body)}`]),
  ];
  return lines.join(' \\\n  ');
}

/** A text in single quotes for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

import type { Endpoint } from '../client/endpoint.ts';
import type { ReservedValue } from '../sandbox/reserved/reservedValues.ts';

/** The table of reserved values in docs/sandbox.md. */
export function reservedTable(rows: readonly ReservedValue[]): string {
  return [
    '| service | what | value | answer | price | stands for | for example |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map(
      ({ service, kind, value, path, status, money, meaning }) =>
        `| ${service} | ${kind} | \`${value}\` | ${status} | ${money} | ${meaning} | \`${path}\` |`,
    ),
  ].join('\n');
}

/** What of the answers is a guess, row by row, for docs/sandbox.md. */
export function guessList(endpoints: readonly Endpoint[]): string {
  return endpoints
    .filter(({ guesses }) => guesses.length > 0)
    .map(({ service, method, path, guesses }) => `- ${service} \`${method} ${path}\`: ${guesses.join(' ')}`)
    .join('\n');
}

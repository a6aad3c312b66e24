import * as z from 'zod';
import type { Endpoint } from '../../client/endpoint.ts';

/**
 * Reads the texts of a call by the row's schema, as the services do, which refuse none of these: a page size, a yes or no, one of a
 * few words. All else stays the text that it is.
 * @param texts decoded texts of path and query by parameter name: aliases folded, the first of several wins, empty ones dropped
 * @param note called with what is passed over, or read in another way than it was meant
 */
export function readParams(
  endpoint: Endpoint,
  texts: Readonly<Record<string, string>>,
  note: (text: string) => void,
): Readonly<Record<string, unknown>> {
  const read = (name: string, schema: z.ZodType): unknown => {
    const text = texts[name];
    const inner = innerOf(schema);
    if (name === 'count' || name === 'limit') return readPageSize(endpoint, name, text, note);
    if (inner instanceof z.ZodEnum) {
      if (text === undefined || inner.options.includes(text)) return text;
      // assumptions 1.17, 7.4; where there is one word, any other says as much as none (primary reference, quotes)
      if (inner.options.length > 1) note(`${name} ${text} is not known and was ignored`);
      return undefined;
    }
    if (inner instanceof z.ZodBoolean) {
      if (text !== undefined && !/^(true|false|1|0)$/.test(text)) note(`${name} ${text} was read as false`); // assumption 1.16
      return text === 'true' || text === '1';
    }
    return text;
  };
  return Object.fromEntries(Object.entries(endpoint.params.shape).map(([name, schema]) => [name, read(name, schema)]));
}

/**
 * The size of a page: the row's default unless a number of 1 or more is asked for, and its maximum at most. The primary service
 * takes any decimal and floors it (assumption 1.11), the gateway digits alone (assumption 7.3).
 */
export function readPageSize(
  { service, params }: Endpoint,
  name: 'count' | 'limit',
  text: string | undefined,
  note: (text: string) => void,
): number {
  const schema = params.shape[name];
  const inner = innerOf(schema);
  const max = (inner instanceof z.ZodNumber ? inner.maxValue : null) ?? Number.POSITIVE_INFINITY;
  const standard = Number(schema?.meta()?.['serviceDefault'] ?? 20);
  if (text === undefined) return standard;
  const isNumber = (service === 'primary' ? /^[+-]?(\d+(\.\d*)?|\.\d+)$/ : /^\d{1,15}$/).test(text);
  const asked = isNumber ? Math.floor(Number(text)) : 0;
  const taken = asked < 1 ? standard : Math.min(asked, max);
  if (String(taken) !== text) note(`${name} ${text} was read as ${taken}`);
  return taken;
}

function innerOf(schema: z.ZodType | undefined): unknown {
  return schema instanceof z.ZodOptional ? schema.unwrap() : schema;
}

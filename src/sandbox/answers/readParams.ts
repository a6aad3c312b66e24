import * as z from 'zod';
import type { Endpoint } from '../../client/endpoint.ts';
import { readPageSize } from '../../client/endpoints/readPageSize.ts';

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
    const inner = unwrapOptional(schema);
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

function unwrapOptional(schema: z.ZodType): unknown {
  return schema instanceof z.ZodOptional ? schema.unwrap() : schema;
}

import * as z from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { unwrapSchema } from './normalizeParams.ts';

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
  const inner = schema === undefined ? undefined : unwrapSchema(schema);
  const max = (inner instanceof z.ZodNumber ? inner.maxValue : null) ?? Number.POSITIVE_INFINITY;
  const standard = Number(schema?.meta()?.['serviceDefault'] ?? 20);
  if (text === undefined) return standard;
  const isNumber = (service === 'primary' ? /^[+-]?(\d+(\.\d*)?|\.\d+)$/ : /^\d{1,15}$/).test(text);
  const asked = isNumber ? Math.floor(Number(text)) : 0;
  const taken = asked < 1 ? standard : Math.min(asked, max);
  if (String(taken) !== text) note(`${name} ${text} was read as ${taken}`);
  return taken;
}

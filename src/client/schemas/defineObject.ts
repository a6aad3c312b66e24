import * as z from 'zod';
import { type Lazy, once } from '../once.ts';

/** Unknown fields are allowed in values but not in the type, so a misspelled field doesn't compile. */
export function openObject<T extends z.core.$ZodLooseShape>(fields: T): z.ZodObject<z.core.util.Writeable<T>> {
  const object: z.ZodObject<z.core.util.Writeable<T>, z.core.$ZodObjectConfig> = z.looseObject(fields);
  return object;
}

/** Created on first use. Documents describe it under its id. */
export function defineObject<T extends z.core.$ZodLooseShape>(
  id: string,
  makeFields: () => T,
): Lazy<z.ZodObject<z.core.util.Writeable<T>>> {
  return once(() => openObject(makeFields()).meta({ id }));
}

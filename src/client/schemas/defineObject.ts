import * as z from 'zod';
import { type Lazy, once } from '../once.ts';

/** An object whose type has the fields that are named, so that a misspelt one does not compile. Others are kept as they came. */
export function openObject<T extends z.core.$ZodLooseShape>(fields: T): z.ZodObject<z.core.util.Writeable<T>> {
  const object: z.ZodObject<z.core.util.Writeable<T>, z.core.$ZodObjectConfig> = z.looseObject(fields);
  return object;
}

/** The same, which documents describe under a name of its own, made on first use. */
export function defineObject<T extends z.core.$ZodLooseShape>(
  id: string,
  makeFields: () => T,
): Lazy<z.ZodObject<z.core.util.Writeable<T>>> {
  return once(() => openObject(makeFields()).meta({ id }));
}

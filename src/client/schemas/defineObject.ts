import * as z from 'zod';
import { type Lazy, once } from '../once.ts';

/** An object that documents describe under a name of its own, made on first use. Fields that it does not name are kept. */
export function defineObject<T extends z.core.$ZodLooseShape>(
  id: string,
  makeFields: () => T,
): Lazy<z.ZodObject<z.core.util.Writeable<T>, z.core.$loose>> {
  return once(() => z.looseObject(makeFields()).meta({ id }));
}

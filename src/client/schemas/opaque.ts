import * as z from 'zod';

/** A record whose fields the reference does not show: any object (decision T10). */
export const opaqueSchema = z.looseObject({});

export type Opaque = z.output<typeof opaqueSchema>;

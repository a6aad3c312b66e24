import * as z from 'zod';
import { gatewayUserSchema } from './user.ts';

/** Gateway reference, List. */
export const gatewayListSchema = z
  .looseObject({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    created_at: z.string(),
    owner: gatewayUserSchema,
    member_count: z.int(),
    follower_count: z.int(),
    private: z.boolean(),
    pinned: z.boolean().nullish(),
  })
  .meta({ id: 'GatewayList' });

export type GatewayList = z.output<typeof gatewayListSchema>;

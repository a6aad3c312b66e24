import * as z from 'zod';
import { gatewayUserSchema } from './user.ts';

/** Gateway reference, Community. */
export const gatewayCommunitySchema = z
  .looseObject({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    created_at: z.string(),
    admin: gatewayUserSchema,
    member_count: z.int(),
    rules: z.array(z.string()),
    theme: z.looseObject({ primary_color: z.string().nullish(), banner_url: z.string().nullish() }).nullable(),
    purpose: z.string().nullable(),
    invite_only: z.boolean(),
  })
  .meta({ id: 'GatewayCommunity' });

export type GatewayCommunity = z.output<typeof gatewayCommunitySchema>;

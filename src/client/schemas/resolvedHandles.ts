import * as z from 'zod';

const problem = z.looseObject({ username: z.string(), error: z.string(), message: z.string() });

/** Primary reference, GET /user/usernames/to/ids: ids by handle; handles that were not resolved are among the errors. */
export const userIdsSchema = z
  .looseObject({ userIds: z.record(z.string(), z.string()), errors: z.array(problem).optional() })
  .meta({ id: 'UserIds' });

/** The states a handle may be in (primary reference, States and transitions). */
export const handleStatuses = ['active', 'suspended', 'protected', 'not-found', 'error'] as const;

/** Primary reference, GET /user/usernames/status: the state of each handle. */
export const usernamesStatusSchema = z
  .looseObject({ usernamesStatus: z.record(z.string(), z.enum(handleStatuses)), errors: z.array(problem).optional() })
  .meta({ id: 'UsernamesStatus' });

/** Primary reference, GET /username/to/id/{username}: the shape is not shown; decision 3.8 lists what is looked for. */
export const resolvedIdSchema = z.union([
  z.string(),
  z.looseObject({
    id: z.string().nullish(),
    userId: z.string().nullish(),
    user_id: z.string().nullish(),
    id_str: z.string().nullish(),
    rest_id: z.string().nullish(),
  }),
]);

export type UserIds = z.output<typeof userIdsSchema>;
export type HandleStatus = (typeof handleStatuses)[number];
export type UsernamesStatus = z.output<typeof usernamesStatusSchema>;
export type ResolvedId = z.output<typeof resolvedIdSchema>;

/** The id in an answer of GET /username/to/id/{username}, whichever of the looked-for forms it has; undefined when none. */
export function resolvedId(answer: ResolvedId): string | undefined {
  if (typeof answer === 'string') {
    return answer;
  }
  return answer.id ?? answer.userId ?? answer.user_id ?? answer.id_str ?? answer.rest_id ?? undefined;
}

import * as z from 'zod';
import { countParam, cursorParam, handleParam, idParam, optionalParam } from '../../params.ts';
import { exampleValues } from '../exampleValues.ts';

/** The id of an account, for the paths that take nothing else. */
export const userIdParam = idParam({
  title: 'User Id',
  help: 'The numeric id of the account.',
  examples: [exampleValues.userId],
});

/** The parameters of the user rows for which the reference shows none (decision 3.1): no `-1`, no handle. */
export const plainUserParams = z.strictObject({ userId: userIdParam, count: countParam(), cursor: cursorParam() });

/** What is guessed about those rows. */
export const plainUserGuesses = [
  'The reference shows no parameters for this path; count and cursor are those of its neighbours.',
];

/** Primary reference, User-scoped endpoints with shared parameters: `-1` in the path makes `username` count. */
export const sharedUserParams = z
  .strictObject({
    userId: z
      .string()
      .regex(/^(?:[0-9]{1,30}|-1)$/, 'takes digits only, at most 30, or -1 with a handle')
      .meta({
        title: 'User Id',
        help: 'The numeric id of the account, or -1 to name it by its handle.',
        examples: [exampleValues.userId, '-1'],
        isName: true,
      }),
    username: optionalParam(
      handleParam({
        title: 'Handle',
        help: 'Used instead of the id where it is given; slower, still one billed call.',
        examples: [exampleValues.handle],
      }),
    ),
    count: countParam(),
    cursor: cursorParam(),
  })
  .refine((params) => params.userId !== '-1' || params.username !== undefined, {
    path: ['username'],
    message: 'is needed where the User Id is -1',
  });

/** A first call of the rows above. */
export const userExample = { userId: exampleValues.userId, count: 20 };

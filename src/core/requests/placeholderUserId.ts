/** Puts the handle into `userId`, where the service got -1. Without imports, because titles need this file at startup. */
export function withHandleAsUserId<T>(values: Readonly<Record<string, T>>): Readonly<Record<string, T | string>> {
  const { username, ...others } = values;
  const isHandle = 'userId' in values && typeof username === 'string' && username !== '';
  return isHandle ? { ...others, userId: `@${username.replace(/^@/, '')}` } : values;
}

/** Removes an id next to a handle, because the services ignore it. */
export function withoutPlaceholderUserId<T>(values: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  const { userId, ...others } = values;
  const { username } = values;
  return userId !== undefined && typeof username === 'string' && username !== '' ? others : values;
}

/** Adds -1 as the id if there is only a handle. @param takesId whether the endpoint has an id parameter */
export function withPlaceholderUserId<T>(
  values: Readonly<Record<string, T>>,
  takesId: boolean,
): Readonly<Record<string, T | string>> {
  const { userId, username } = values;
  return takesId && userId === undefined && typeof username === 'string' && username !== ''
    ? { ...values, userId: '-1' }
    : values;
}

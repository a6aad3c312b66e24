/** Parameters with one value for the user: the handle, where the service was given -1 for the id. Imports nothing: titles need it early. */
export function withHandleAsUserId<T>(values: Readonly<Record<string, T>>): Readonly<Record<string, T | string>> {
  const { username, ...others } = values;
  const isHandle = 'userId' in values && typeof username === 'string' && username !== '';
  return isHandle ? { ...others, userId: `@${username.replace(/^@/, '')}` } : values;
}

/** Parameters as a person would state them: without the id beside a handle, which the services pass over. */
export function withoutPlaceholderUserId<T>(values: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  const { userId, ...others } = values;
  const { username } = values;
  return userId !== undefined && typeof username === 'string' && username !== '' ? others : values;
}

/** The same as a call takes them: -1 for the id where a handle counts instead. @param takesId whether the endpoint takes an id at all */
export function withPlaceholderUserId<T>(
  values: Readonly<Record<string, T>>,
  takesId: boolean,
): Readonly<Record<string, T | string>> {
  const { userId, username } = values;
  return takesId && userId === undefined && typeof username === 'string' && username !== ''
    ? { ...values, userId: '-1' }
    : values;
}

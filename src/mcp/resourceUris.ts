const answerUriPrefix = 'socialdata://answer/';
const fixtureUriPrefix = 'socialdata://fixture/';

/** The address of a kept answer. */
export function toAnswerUri(id: string): string {
  return `${answerUriPrefix}${encodeURIComponent(id)}`;
}

/** The address of a fixture. @param name of it in lists */
export function toFixtureUri(name: string): string {
  return `${fixtureUriPrefix}${encodeURIComponent(name)}`;
}

/** What an address names; undefined where it is none of ours. */
export function parseResourceUri(uri: string): { readonly kind: 'answer' | 'fixture'; readonly name: string } | undefined {
  const [kind, start] = uri.startsWith(answerUriPrefix)
    ? (['answer', answerUriPrefix] as const)
    : (['fixture', fixtureUriPrefix] as const);
  if (!uri.startsWith(start)) {
    return undefined;
  }
  try {
    return { kind, name: decodeURIComponent(uri.slice(start.length)) };
  } catch {
    return undefined; // no encoding of a name
  }
}

/** For lists of what there is. */
export const resourceUriTemplates = { answer: `${answerUriPrefix}{id}`, fixture: `${fixtureUriPrefix}{path}` } as const;

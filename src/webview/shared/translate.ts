/** The translations that the host put into the document, by the English text. */
const strings = readStrings(document.body.dataset['strings']);

/**
 * A text for people in their language; the call is found by VS Code's own tools for translators.
 * @param message English, with `{0}`, `{1}`… for the arguments
 */
export function t(message: string, ...args: readonly (string | number)[]): string {
  return (strings.get(message) ?? message).replaceAll(/\{(\d+)\}/g, (place, at: string) => String(args[Number(at)] ?? place));
}

/** The language of the person's VS Code, for numbers and dates. */
export const language = document.documentElement.lang === '' ? 'en' : document.documentElement.lang;

function readStrings(json: string | undefined): ReadonlyMap<string, string> {
  const read: unknown = json === undefined ? {} : JSON.parse(json);
  return new Map(
    Object.entries(typeof read === 'object' && read !== null ? read : {}).flatMap(([key, value]: readonly [string, unknown]) =>
      typeof value === 'string' ? [[key, value] as const] : [],
    ),
  );
}

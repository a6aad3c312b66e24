/** Ignores a byte order mark. @returns undefined for invalid JSON */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}

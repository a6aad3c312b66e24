import { type Endpoint, type ResponseFormat, getPathParamNames } from '../endpoint.ts';
import { resolvePlusSigns } from '../search/tokenizeQuery.ts';

export interface RoutedRequestTarget {
  readonly endpoint: Endpoint;
  /** Below the service, as sent. */
  readonly pathname: string;
  /** Decoded path parameters; undefined if one has an invalid percent-encoding. */
  readonly pathTexts: Readonly<Record<string, string>> | undefined;
  /** After the `?`, as sent. */
  readonly rawQuery: string;
}

export interface ParsedRequestTarget {
  readonly params: Readonly<Record<string, string>>;
  /** Any value but `simple` is treated as `raw` (assumption 1.8). */
  readonly format: ResponseFormat | undefined;
  /** Names that aren't parameters. */
  readonly ignored: readonly string[];
  /** Parts that were ignored or guessed. */
  readonly notes: readonly string[];
}

/**
 * Reads parameters from a path and query (assumptions 1.5 to 1.10, T6, 5.14): a path parameter wins over the query, a
 * parameter's own name over its aliases, the first of several values over later ones. Empty values are ignored; unknown names
 * are noted.
 * @returns undefined if a percent-encoding is invalid or not UTF-8
 */
export function parseRequestTarget(call: RoutedRequestTarget): ParsedRequestTarget | undefined {
  try {
    return call.pathTexts === undefined ? undefined : parseTargetOrThrow(call, call.pathTexts);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

function parseTargetOrThrow(
  { endpoint, pathname, rawQuery }: RoutedRequestTarget,
  pathTexts: Readonly<Record<string, string>>,
): ParsedRequestTarget {
  const query = new Map<string, string>();
  const notes: string[] = [];
  for (const part of rawQuery.split('&')) {
    const [rawName, rawValue] = splitAtFirst(part, '=');
    const name = decodeFormText(rawName);
    const value = isSearchTextParam(endpoint, name)
      ? decodeSearchPluses(decodeURIComponent(rawValue), rawValue, notes)
      : decodeFormText(rawValue);
    if (name === '' || value === '') continue;
    if (query.has(name)) {
      notes.push(`${name} is given more than once: the first is used`);
    } else {
      query.set(name, value);
    }
  }
  const params: Record<string, string> = {};
  for (const [name, text] of Object.entries(pathTexts)) {
    params[name] = isSearchTextParam(endpoint, name) ? decodeSearchPluses(text, pathname, notes) : text;
  }
  for (const name of listQueryParamNames(endpoint)) {
    const names = [name, ...(endpoint.paramAliases[name] ?? [])];
    const value = names.map((one) => query.get(one)).find((one) => one !== undefined);
    if (value !== undefined) params[name] ??= value;
    names.forEach((one) => query.delete(one));
  }
  const format = query.get('format');
  if (endpoint.formats.includes('raw')) query.delete('format');
  const ignored = [...query.keys()];
  for (const name of ignored) notes.push(`${name} isn't a parameter here: ignored`);
  return { params, format: format === undefined ? undefined : format === 'simple' ? 'simple' : 'raw', ignored, notes };
}

/** Query parameters; a POST has them in its body. An alias may move one into the path. */
function listQueryParamNames(endpoint: Endpoint): readonly string[] {
  if (endpoint.method === 'POST') return [];
  const inPath = getPathParamNames(endpoint.path);
  return Object.keys(endpoint.params.shape).filter((name) => !inPath.includes(name));
}

function isSearchTextParam(endpoint: Endpoint, name: string): boolean {
  return endpoint.service === 'primary' && endpoint.path === '/search' && (name === 'searchItem' || name === 'query');
}

function decodeSearchPluses(text: string, raw: string, notes: string[]): string {
  const { text: read, plusIsSpace } = resolvePlusSigns(text);
  if (!plusIsSpace && raw.includes('+')) notes.push('in a search without operators, + is a plus sign: send %20 for a space');
  return read;
}

function decodeFormText(raw: string): string {
  return decodeURIComponent(raw.replaceAll('+', ' '));
}

function splitAtFirst(text: string, separator: string): readonly [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

import { findOperatorByName } from './operators.ts';
import { tokenizeQuery } from './tokenizeQuery.ts';

/**
 * How the service reads a `+`: as a space everywhere, quotes included, when the text holds at least one
 * known operator outside quotes, and as itself otherwise (primary reference, GET /search, `searchItem`;
 * assumptions T6, 5.1, 5.2). The length, and so every position, stays the same.
 */
export function resolvePlusSigns(text: string): { readonly text: string; readonly plusIsSpace: boolean } {
  if (!text.includes('+')) return { text, plusIsSpace: false };
  const spaced = text.replaceAll('+', ' ');
  const plusIsSpace = tokenizeQuery(spaced).some(
    (token) => token.kind === 'operator' && findOperatorByName(token.name) !== undefined,
  );
  return { text: plusIsSpace ? spaced : text, plusIsSpace };
}

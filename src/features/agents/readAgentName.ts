import { removeInvisible } from './untrusted.ts';
import { shortenText, stripToSingleLine } from '../../core/text/stripHiddenCharacters.ts';

/** Longer names say nothing more. */
const maxLength = 40;

/** What no name of a program needs: quotes, breaks, marks of Markdown, and all that nobody sees. */
const disallowedNameCharacters = /[^\p{L}\p{M}\p{N} ._()+/@-]+/gu;

/**
 * What an agent's program calls itself, as far as it can be shown: anybody may say anything here, so it proves nothing and stands in quotes.
 * @param said whatever it sent
 * @returns undefined where nothing is left of it
 */
export function readAgentName(said: unknown): string | undefined {
  if (typeof said !== 'object' || said === null) {
    return undefined;
  }
  const { title, name } = said as { readonly title?: unknown; readonly name?: unknown };
  return sanitizeAgentName(title) ?? sanitizeAgentName(name);
}

function sanitizeAgentName(said: unknown): string | undefined {
  if (typeof said !== 'string') {
    return undefined;
  }
  const text = stripToSingleLine(removeInvisible(said.slice(0, maxLength * 10)).replaceAll(disallowedNameCharacters, ' '));
  return text === '' ? undefined : shortenText(text, maxLength);
}

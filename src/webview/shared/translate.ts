import * as l10n from '@vscode/l10n';

/** The translations that the host put into the document, by the English text. */
l10n.config({ contents: document.body.dataset['strings'] ?? '{}' });

/**
 * A text for people in their language; the call is found by VS Code's own tools for translators.
 * @param message English, with `{0}`, `{1}`… for the arguments
 */
export function t(message: string, ...args: readonly (string | number)[]): string {
  return l10n.t(message, ...args);
}

/** The language of the person's VS Code, for numbers and dates. */
export const language = document.documentElement.lang === '' ? 'en' : document.documentElement.lang;

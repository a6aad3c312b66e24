import * as l10n from '@vscode/l10n';

/**
 * A text that stands in a table or comes from code without translations, in the person's language: of the catalogue, the search, columns
 * and plots. `src/build/generate.mts` lists them for translators; all other texts are literals of `l10n.t`.
 */
export function translateTableText(message: string, ...args: readonly (string | number)[]): string {
  return l10n.t(message, ...args);
}

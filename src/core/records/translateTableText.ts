import * as l10n from '@vscode/l10n';

/**
 * Translates strings that aren't `l10n.t` literals, from endpoints, search, columns, and plots. `src/build/generate.mts` adds
 * them to the translators' bundle.
 */
export function translateTableText(message: string, ...args: readonly (string | number)[]): string {
  return l10n.t(message, ...args);
}

import * as l10n from '@vscode/l10n';

/**
 * Translates texts that aren't literals of `l10n.t`: of endpoints, search, columns and plots. `src/build/generate.mts` adds them
 * to the bundle for translators.
 */
export function translateTableText(message: string, ...args: readonly (string | number)[]): string {
  return l10n.t(message, ...args);
}

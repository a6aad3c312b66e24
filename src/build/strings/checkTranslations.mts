import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { listTableTexts } from './listTableTexts.ts';
import { findTranslatedTexts, findUntranslatedTextFaults } from './translations.ts';

/** What VS Code gives to translators, by the place where it looks for it: `l10n` of package.json. */
export const l10nBundleFile = 'l10n/bundle.l10n.json';

/** What runs in VS Code or in a page; the sandbox and the scripts speak English alone. */
const localizedSourcesGlob = 'src/{extension.ts,{app,host,protocol,webview}/**/*.ts}';

function readLocalizedSources(root: string): readonly (readonly [file: string, source: string])[] {
  return globSync(localizedSourcesGlob, { cwd: root })
    .map((file) => file.replaceAll(path.sep, '/'))
    .toSorted()
    .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]);
}

/**
 * Checks that each text of the extension reaches translators.
 * @returns one sentence per fault, with file and line
 */
export function checkTranslations(root: string): readonly string[] {
  return readLocalizedSources(root).flatMap(([file, source]) => [
    ...findTranslatedTexts(file, source).faults,
    ...(file.startsWith('src/webview/') ? findUntranslatedTextFaults(file, source) : []),
  ]);
}

/** The file for translators: each English text is its own key. */
export function formatL10nBundle(root: string): string {
  const written = readLocalizedSources(root).flatMap(([file, source]) => findTranslatedTexts(file, source).messages);
  const messages = new Set([...written, ...listTableTexts(root)]);
  const sorted = [...messages].toSorted((one, other) => (one < other ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(sorted.map((text) => [text, text])), undefined, 2)}\n`;
}

import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** What was said before in words of our own, and what engineers say; the words in use: docs/glossary.md. */
const replacements: readonly (readonly [pattern: string, instead: string])[] = [
  ['anew', 'again'],
  ['apart|elsewhere', 'foreign, isolated, another place'],
  ['[Aa]sker|[Aa]skedBy|askedElsewhere', 'initiator, requestKey, duplicateInFlight'],
  ['bringBack|[Cc]omingBack', 'restore'],
  ['[Ff]irstSight|[Ss]tanding\\w*', 'initialState, status'],
  ['[Hh]ands|\\w*Hands|tellers', 'callbacks, providers'],
  ['lately', 'recent'],
  ['layOut\\w*|word(?:Error|Why|Parked)', 'format, describe'],
  ['letGo', 'unpin'],
  ['mend\\w*', 'recover, repair'],
  ['(?:most|longest|dearest)[A-Z]\\w*', 'max'],
  ['[Pp]urses?|takesOf', 'money kind, remaining cost'],
  ['[Ss]ieved', 'filtered'],
  ['till', 'billing, until'],
  ['[Tt]old', 'called with, informed'],
];
const replaced = new RegExp(String.raw`\b(?:${replacements.map(([pattern]) => `(${pattern})`).join('|')})\b`, 'g');

/** Columns of data that people have stored keep their names. */
const columns = { folder: 'src/store/', names: ['asker', 'purse'] } as const;

const assumptions = 'docs/assumptions.md';
const id = String.raw`(?:T\d+|\d+\.\d+)`;
/** A blank, or the end of a line of a comment. */
const gap = String.raw`\s+(?:(?:\*|//)\s+)?`;
const citation = new RegExp(String.raw`\b(assumption|decision)s?${gap}(${id}(?:(?:,|${gap}(?:and|to))${gap}${id})*)`, 'gi');

/**
 * Follows each citation ("assumption T3", "assumptions T2, 1.13") to its row in docs/assumptions.md, and finds replaced words.
 * @param root path of the project
 * @returns one sentence per fault, with file and line
 */
export async function checkWords(root: string): Promise<readonly string[]> {
  const names = globSync(['{src,test}/**/*.{ts,mts}', 'docs/**/*.{md,json}', '*.md', 'package.nls.json'], { cwd: root });
  const files = await Promise.all(
    names.map(async (name) => ({
      file: name.replaceAll(path.sep, '/'),
      text: await readFile(path.join(root, name), 'utf8'),
    })),
  );
  const page = files.find(({ file }) => file === assumptions)?.text ?? '';
  const rows = [...page.matchAll(new RegExp(String.raw`^\| (${id}) \|`, 'gm'))].map(([, row = '']) => row);
  return [
    ...rows.filter((row, index) => rows.indexOf(row) < index).map((row) => `${assumptions} has ${row} twice`),
    ...files.flatMap(({ file, text }) => [
      ...citationFaults(file, text, new Set(rows)),
      // tests, decisions and the changelog tell stories, in which a word may mean itself
      ...(/^(?:src\/(?!build\/checkWords)|docs\/[^/]+$|README|ARCH|package)/.test(file) ? replacedWords(file, text) : []),
    ]),
  ];
}

function citationFaults(file: string, text: string, rows: ReadonlySet<string>): readonly string[] {
  return [...text.matchAll(citation)].flatMap(({ index, 0: said, 1: word = '', 2: cited = '' }) => {
    const place = `${file}:${lineAt(text, index)}`;
    if (word.toLowerCase() === 'decision') return [`${place} says "${said}": cite it as an assumption`];
    const lost = (cited.match(new RegExp(id, 'g')) ?? []).filter((one) => !rows.has(one));
    return lost.map((one) => `${place} cites assumption ${one}, which ${assumptions} does not have`);
  });
}

function replacedWords(file: string, text: string): readonly string[] {
  return [...text.matchAll(replaced)].flatMap((match) => {
    const isColumn = file.startsWith(columns.folder) && columns.names.some((name) => name === match[0]);
    const [, instead = ''] = replacements[match.slice(1).findIndex((group) => group !== undefined)] ?? [];
    return isColumn ? [] : [`${file}:${lineAt(text, match.index)} says "${match[0]}": ${instead}`];
  });
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

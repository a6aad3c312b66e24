import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const assumptionsPath = 'docs/assumptions.md';
const glossaryPath = 'docs/glossary.md';
const assumptionIdPattern = String.raw`(?:T\d+|\d+\.\d+)`;
/** A blank, or the end of a line of a comment. */
const citationGapPattern = String.raw`\s+(?:(?:\*|//)\s+)?`;
const assumptionCitationPattern = new RegExp(
  String.raw`\b(assumption|decision)s?${citationGapPattern}(${assumptionIdPattern}(?:(?:,|${citationGapPattern}(?:and|to))${citationGapPattern}${assumptionIdPattern})*)`,
  'gi',
);

/**
 * Follows each citation ("assumption T3", "assumptions T2, 1.13") to its row in docs/assumptions.md, and finds words that docs/glossary.md replaces.
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
  const page = (name: string): string => files.find(({ file }) => file === name)?.text ?? '';
  const rows = [...page(assumptionsPath).matchAll(new RegExp(String.raw`^\| (${assumptionIdPattern}) \|`, 'gm'))].map(
    ([, row = '']) => row,
  );
  const words = readReplacedWords(page(glossaryPath));
  return [
    ...rows.filter((row, index) => rows.indexOf(row) < index).map((row) => `${assumptionsPath} has ${row} twice`),
    ...files.flatMap(({ file, text }) => [
      ...findCitationFaults(file, text, new Set(rows)),
      // tests, decisions and the changelog tell stories, in which a word may mean itself
      ...(/^(?:src\/|docs\/[^/]+$|README|ARCHITECTURE|package)/.test(file) && file !== glossaryPath
        ? findReplacedWordFaults(file, text, words)
        : []),
    ]),
  ];
}

function findCitationFaults(file: string, text: string, rows: ReadonlySet<string>): readonly string[] {
  return [...text.matchAll(assumptionCitationPattern)].flatMap(({ index, 0: said, 1: word = '', 2: cited = '' }) => {
    const place = `${file}:${getLineNumber(text, index)}`;
    if (word.toLowerCase() === 'decision') return [`${place} says "${said}": cite it as an assumption`];
    const lost = (cited.match(new RegExp(assumptionIdPattern, 'g')) ?? []).filter((one) => !rows.has(one));
    return lost.map((one) => `${place} cites assumption ${one}, which ${assumptionsPath} does not have`);
  });
}

interface ReplacedWord {
  readonly pattern: RegExp;
  readonly instead: string;
  /** The folder in which it may stay. */
  readonly staysIn: string | undefined;
}

/** The rows of the glossary whose first cell has names in code, as `name`, `name…` or `…Name`. */
function readReplacedWords(text: string): readonly ReplacedWord[] {
  return [...text.matchAll(/^\| (`.+?`) \| (.+?) \| (?:`(.+)` )?\|$/gm)].map(([, names = '', instead = '', staysIn]) => {
    const forms = [...names.matchAll(/`(…)?(\w)(\w*)(…)?`/g)].map(
      ([, before, first = '', rest = '', after]) =>
        `${before ? '\\w+' : ''}[${first.toUpperCase()}${first.toLowerCase()}]${rest}${after ? '[A-Z]\\w*' : ''}`,
    );
    return { pattern: new RegExp(String.raw`\b(?:${forms.join('|')})\b`, 'g'), instead, staysIn };
  });
}

function findReplacedWordFaults(file: string, text: string, words: readonly ReplacedWord[]): readonly string[] {
  return words
    .filter(({ staysIn }) => staysIn === undefined || !file.startsWith(staysIn))
    .flatMap(({ pattern, instead }) =>
      [...text.matchAll(pattern)].map((match) => `${file}:${getLineNumber(text, match.index)} says "${match[0]}": ${instead}`),
    );
}

function getLineNumber(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

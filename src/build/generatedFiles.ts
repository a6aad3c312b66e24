import { openApiText } from '../catalog/openApi.ts';
import { referenceTable } from '../catalog/referenceTable.ts';
import type { Endpoint } from '../client/endpoint.ts';
import { reservedValues } from '../sandbox/reserved/reservedValues.ts';
import { guessList, reservedTable } from './sandboxTables.ts';
import { iconShapesModule, readCodicon, webviewIcons } from './webviewIcons.ts';

/** A file of the repository that is made from the catalogue or from a package, as a whole or in part. */
export interface GeneratedFile {
  /** From the root of the repository. */
  readonly path: string;
  /**
   * Makes the file's new text.
   * @param current what stands there now; undefined when there is no such file
   * @throws Error when a file that is generated in part is missing or has no place for the part
   */
  readonly make: (endpoints: readonly Endpoint[], current: string | undefined) => string;
}

/** Everything that `npm run generate` writes and `npm run generate -- --check` compares. */
export const generatedFiles: readonly GeneratedFile[] = [
  { path: 'README.md', make: (endpoints, current) => withPart(current, 'endpoints', referenceTable(endpoints)) },
  {
    path: 'docs/sandbox.md',
    make: (endpoints, current) =>
      withPart(withPart(current, 'reserved', reservedTable(reservedValues)), 'guesses', guessList(endpoints)),
  },
  { path: 'docs/openapi.primary.json', make: (endpoints) => openApiText('primary', endpoints) },
  { path: 'src/webview/components/iconShapes.ts', make: () => iconShapesModule(webviewIcons, readCodicon) },
  { path: 'docs/openapi.gateway.json', make: (endpoints) => openApiText('gateway', endpoints) },
];

/**
 * Puts a part between the lines `<!-- name:start -->` and `<!-- name:end -->`.
 * @throws Error when the text or one of the two lines is missing, doubled or in the wrong order
 */
export function withPart(text: string | undefined, name: string, part: string): string {
  const lines = text?.split('\n') ?? [];
  const start = onlyIndexOf(lines, `<!-- ${name}:start -->`);
  const end = onlyIndexOf(lines, `<!-- ${name}:end -->`);
  if (end < start) {
    throw new Error(`<!-- ${name}:end --> stands before <!-- ${name}:start -->`);
  }
  return [...lines.slice(0, start + 1), '', ...part.split('\n'), '', ...lines.slice(end)].join('\n');
}

function onlyIndexOf(lines: readonly string[], line: string): number {
  const count = lines.filter((other) => other === line).length;
  if (count !== 1) {
    throw new Error(`the line ${line} stands there ${count} times; it is needed once`);
  }
  return lines.indexOf(line);
}

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolders } from '../../../src/build/projectFolders.ts';

/** A page's code block. */
export interface DocumentedCode {
  /** "docs/package.md". */
  readonly page: string;
  readonly language: string;
  readonly code: string;
}

/** All pages' code blocks. */
export async function listDocumentedCode(): Promise<readonly DocumentedCode[]> {
  const docs = (await readdir(join(projectFolders.root, 'docs'))).filter((name) => name.endsWith('.md'));
  const pages = ['README.md', ...docs.map((name) => `docs/${name}`)];
  const blocks = pages.map(async (page) => {
    const text = await readFile(join(projectFolders.root, page), 'utf8');
    const found = text.matchAll(/^```(\w*)\n([^]*?)^```$/gm);
    return Array.from(found, ([, language = '', code = '']) => ({ page, language, code }));
  });
  return (await Promise.all(blocks)).flat();
}

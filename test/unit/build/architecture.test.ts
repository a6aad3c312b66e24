import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolders } from '../../../src/build/projectFolders.ts';

describe('ARCHITECTURE.md', () => {
  const page = readFileSync(path.join(projectFolders.root, 'ARCHITECTURE.md'), 'utf8');
  const files = globSync('{src,test,docs,l10n,media}/**/*.*', { cwd: projectFolders.root }).map(
    (file) => `/${file.replaceAll('\\', '/')}`,
  );
  const quoted = [...page.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);

  it('has only existing files and folders', () => {
    const named = quoted.filter(
      (text) => /^[\w*./-]+(\.(m?ts|json|md)|\/)$/.test(text) && text.includes('.') !== text.endsWith('/'),
    );
    assert.ok(named.length > 30, `${named.length}`);
    const roots = ['/package.json', '/package.nls.json'];
    const isThere = (text: string): boolean =>
      text.endsWith('/')
        ? files.some((file) => file.includes(`/${text}`))
        : [...files, ...roots].some((file) => path.posix.matchesGlob(file, `**/${text}`));
    assert.deepEqual(
      named.filter((text) => !isThere(text)),
      [],
    );
  });

  it('has only existing code names', () => {
    const named = quoted.flatMap((text) => (/^[A-Za-z]\w*[A-Z]\w*(\.\w+)?(\(\))?$/.test(text) ? (text.match(/\w+/g) ?? []) : []));
    assert.ok(named.length > 10, `${named.length}`);
    const words = new Set(
      files
        .filter((file) => /^\/(src|test\/(\w+\/)*support|test\/unit\/sandbox)\/.*\.m?ts$/.test(file))
        .flatMap((file) => readFileSync(path.join(projectFolders.root, file), 'utf8').match(/\w+/g) ?? []),
    );
    assert.deepEqual(
      named.filter((name) => !words.has(name)),
      [],
    );
  });
});

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolders } from '../../../../src/build/projectFolders.ts';
import { errorWords, toWordsPattern } from '../../../support/errorWords.ts';

const readText = (file: string): string => readFileSync(join(projectFolders.root, file), 'utf8');
const page = 'src/app/errors/describeError.ts';
const ownFile = 'test/support/errorWords.ts';

/** The sentences about errors, cut where something is filled in. */
const sentences = [...readText(page).matchAll(/l10n\.t\(\s*(?:'([^']+)'|"([^"]+)")/g)]
  .flatMap(([, single, double]) => (single ?? double ?? '').split(/\{\d\}/))
  .map((part) => part.replace(/^\W+|\W+$/g, ''));

/** The beginning of a sentence that is long enough to be nothing else. */
const quotable = sentences.map((part) => part.split(' ').slice(0, 5)).filter((words) => words.length === 5);

describe('the words about errors', () => {
  it('that suites look for are those that are shown', () => {
    const looked = Object.values(errorWords).flatMap((words) => Object.values(words));
    const shown = sentences.join('\n');
    assert.deepEqual(
      looked.filter((words) => !shown.includes(words.replace(/\.$/, ''))),
      [],
    );
  });

  it('stand in one place, and are quoted by suites from one other', () => {
    const files = globSync(['src/{app,host,webview}/**/*.ts', 'test/{vscode,webview}/**/*.ts'], { cwd: projectFolders.root });
    assert.ok(quotable.length > 25 && files.length > 300, `${quotable.length} sentences, ${files.length} files`);
    const found = files
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => file !== page && file !== ownFile)
      .flatMap((file) => {
        const text = readText(file).replaceAll(/\b(?:it|describe)\('[^']*'/g, ''); // names of tests are no quotes
        return quotable
          .map((words) => words.join(' '))
          .flatMap((words) => (text.includes(words) ? [`${file} quotes "${words}"`] : []));
      });
    assert.deepEqual(found, []);
  });

  it('stand for themselves in a pattern', () => {
    assert.match('Thread: is it (so)? Yes.\nNo.', toWordsPattern`^Thread: ${'is it (so)?'} Yes\..No\.$`);
    assert.doesNotMatch('Thread: is it so', toWordsPattern`${'is it (so)?'}`);
  });
});

import assert from 'node:assert/strict';
import { checkWords } from '../../../src/build/checkWords.mts';
import { createTemporaryProject } from '../../support/temporaryProject.ts';

const sound = {
  'docs/assumptions.md': '| id | silent | assumed |\n| --- | --- | --- |\n| T3 | charges | none |\n| 1.13 | cursors | 400 |\n',
  'src/client/a.ts': '/** Refunded (assumptions T3, 1.13), and no decision 2 of ours. */\nexport const a = 1;\n',
};

async function check(file: string, text: string): Promise<readonly string[]> {
  await using project = await createTemporaryProject({ ...sound, [file]: text }, ['docs/glossary.md']);
  return await checkWords(project.root);
}

/** A citation that this file itself does not make. */
const cite = (word: string, ids: string): string => `${word} ${ids}`;

describe('the check of words', () => {
  it('finds nothing where each cited assumption has its row', async () => {
    assert.deepEqual(await check('src/client/b.ts', '// an answer of almost any kind\n'), []);
  });

  for (const file of ['src/client/b.ts', 'test/unit/b.test.ts', 'docs/sandbox.md', 'docs/openapi.primary.json', 'README.md']) {
    it(`names file and line of a citation without a row: ${file}`, async () => {
      assert.deepEqual(await check(file, `\n${cite('Assumption', '9.7')}\n`), [
        `${file}:2 cites ${cite('assumption', '9.7')}, which docs/assumptions.md does not have`,
      ]);
    });
  }

  it('follows each id of a list, also over the end of a line of a comment', async () => {
    const found = await check('src/client/b.ts', `/**\n * ${cite('assumptions', 'T3, T4,\n * 1.14 to 1.15')} */\n`);
    assert.deepEqual(
      found.map((fault) => /^src\/client\/b\.ts:2 cites assumption (\S+), which/.exec(fault)?.[1]),
      ['T4', '1.14', '1.15'],
    );
  });

  it('refuses another form of citation', async () => {
    assert.deepEqual(await check('src/client/b.ts', `// ${cite('decision', 'T3')}\n`), [
      `src/client/b.ts:1 says "${cite('decision', 'T3')}": cite it as an assumption`,
    ]);
  });

  it('refuses an id that two rows have', async () => {
    const page = `${sound['docs/assumptions.md']}| T3 | charges | all |\n`;
    assert.deepEqual(await check('docs/assumptions.md', page), ['docs/assumptions.md has T3 twice']);
  });

  it('refuses replaced words in code and in what people read, and says what to use', async () => {
    for (const [word, instead] of [
      ['anew', 'again'],
      ['letGo', 'unpin'],
      ['mostPages', 'max'],
      ['clientHands', 'callbacks'],
      ['Told', 'informed'],
      ['asker', 'initiator'],
    ] as const) {
      for (const file of ['src/client/b.ts', 'docs/sandbox.md', 'package.nls.json', 'README.md']) {
        const [fault = '', ...others] = await check(file, `// one\n// ${word}\n`);
        assert.ok(fault.startsWith(`${file}:2 says "${word}": `) && fault.includes(instead), fault);
        assert.deepEqual(others, []);
      }
    }
  });

  it('takes the names of columns of stored data in the store, and no others', async () => {
    assert.deepEqual(await check('src/store/b.ts', "export const columns = ['asker', 'purse'];\n"), []);
    assert.equal((await check('src/store/b.ts', '// anew\n')).length, 1);
  });

  it('reads whole words, and a beginning only where a name goes on', async () => {
    assert.deepEqual(await check('src/client/b.ts', '// most of those that still stand: amended, handsome\n'), []);
  });
});

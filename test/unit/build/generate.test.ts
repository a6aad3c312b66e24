import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { generatorByFilePath, replaceGeneratedPart } from '../../../src/build/generate.mts';

describe('replaceGeneratedPart', () => {
  const text = 'before\n<!-- a:start -->\nold\n<!-- a:end -->\nafter\n';

  it('replaces what stands between the markers and nothing else', () => {
    assert.equal(
      replaceGeneratedPart(text, 'a', 'new\nlines'),
      'before\n<!-- a:start -->\n\nnew\nlines\n\n<!-- a:end -->\nafter\n',
    );
  });

  it('changes nothing when it is done again', () => {
    const once = replaceGeneratedPart(text, 'a', 'new');
    assert.equal(replaceGeneratedPart(once, 'a', 'new'), once);
  });

  const broken: readonly (readonly [string, string | undefined])[] = [
    ['without the file', undefined],
    ['without a start', 'x\n<!-- a:end -->'],
    ['without an end', '<!-- a:start -->\nx'],
    ['with two starts', `<!-- a:start -->\n${text}`],
    ['with the end first', '<!-- a:end -->\n<!-- a:start -->'],
  ];
  for (const [what, current] of broken) {
    it(`refuses a text ${what}, naming the marker`, () =>
      assert.throws(() => replaceGeneratedPart(current, 'a', 'new'), /<!-- a:(start|end) -->/));
  }
});

function placesFor(...names: readonly string[]): string {
  return names.map((name) => `<!-- ${name}:start -->\n<!-- ${name}:end -->\n`).join('');
}

describe('generate', function () {
  // it starts a process for each step, which takes its time on a busy machine
  this.timeout(60_000);
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'generate-'));
    await mkdir(path.join(root, 'docs'));
    await writeFile(path.join(root, 'docs', 'assumptions.md'), placesFor('guesses'));
    await writeFile(path.join(root, 'package.json'), '{ "contributes": {} }');
    await mkdir(path.join(root, 'media', 'skills', 'social-data'), { recursive: true });
    await writeFile(path.join(root, 'media', 'skills', 'social-data', 'SKILL.md'), placesFor('operators'));
  });
  afterEach(() => rm(root, { recursive: true }));

  const script = path.join(import.meta.dirname, '../../../src/build/generate.mts');
  async function generate(...options: readonly string[]): Promise<{ readonly code: number; readonly errors: string }> {
    try {
      const { stderr } = await promisify(execFile)(process.execPath, [script, '--root', root, ...options]);
      return { code: 0, errors: stderr };
    } catch (error) {
      assert.ok(error instanceof Error && 'code' in error && typeof error.code === 'number' && 'stderr' in error);
      return { code: error.code, errors: String(error.stderr) };
    }
  }

  it('names a stale file with --check and leaves it alone, then writes it, then finds it fresh', async () => {
    const readme = path.join(root, 'README.md');
    const stale = '# Title\n<!-- endpoints:start -->\n<!-- endpoints:end -->\n';
    await writeFile(readme, stale);
    // every other generated file is made first, so that the README alone is stale
    await generate();
    await writeFile(readme, stale);
    const checked = await generate('--check');
    assert.equal(checked.code, 1);
    assert.match(checked.errors, /^README\.md is stale: run npm run generate$/m);
    assert.equal(await readFile(readme, 'utf8'), stale);
    assert.equal((await generate()).code, 0);
    assert.match(await readFile(readme, 'utf8'), /^# Title\n[\s\S]*\d+ of the gateway/);
    assert.match(await readFile(path.join(root, 'docs', 'endpoints.md'), 'utf8'), /^# Endpoints\n[\s\S]*\/user\/\{userId\}/);
    assert.equal((await generate('--check')).code, 0);
  });

  it('fails clearly when the README has no place for the count', async () => {
    await writeFile(path.join(root, 'README.md'), '# Title\n');
    const { code, errors } = await generate();
    assert.equal(code, 1);
    assert.match(errors, /README\.md: the line <!-- endpoints:start --> stands there 0 times/);
    assert.equal(await readFile(path.join(root, 'README.md'), 'utf8'), '# Title\n');
  });

  it('makes each file from the catalogue alone: the same twice', () => {
    const texts: Readonly<Record<string, string>> = {
      'iconShapes.json': '{ "check": "" }',
      'package.json': '{ "contributes": {} }',
    };
    for (const [file, make] of Object.entries(generatorByFilePath)) {
      const current = texts[path.basename(file)] ?? placesFor('endpoints', 'guesses', 'operators');
      assert.equal(make(current), make(current));
    }
  });
});

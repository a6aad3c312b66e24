import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolders } from '../../../src/build/projectFolders.ts';
import { type RecipeChange, recipeChanges } from './support/recipeChanges.ts';
import { timeoutMs } from '../../support/propertyRuns.ts';
import { tryChanges } from './support/tryChanges.ts';

interface Recipe {
  readonly to: string;
  /** The files that it names, as patterns, what the change is made in first. */
  readonly files: readonly string[];
  /** Whether it ends with `npm run generate`. */
  readonly generates: boolean;
}

const page = readFileSync(path.join(projectFolders.root, 'ARCHITECTURE.md'), 'utf8');

/** The rows of the table of recipes. */
function readRecipes(): readonly Recipe[] {
  const section = page.split(/^## /m).find((part) => part.startsWith('Recipes')) ?? '';
  return [...section.matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)].slice(2).map(([, to = '', edit = '']) => {
    const quoted = [...edit.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
    return {
      to,
      files: quoted.filter((text) => /^[\w*./]+\.(ts|json|md)$/.test(text)),
      generates: quoted.includes('npm run generate'),
    };
  });
}

const recipes = readRecipes();

function recipeOf({ to }: RecipeChange): Recipe {
  const recipe = recipes.find((one) => one.to === to);
  assert.ok(recipe !== undefined, `ARCHITECTURE.md has no recipe to ${to}`);
  return recipe;
}

describe('the recipes of ARCHITECTURE.md', function () {
  this.timeout(timeoutMs(300_000)); // each copy is checked by several programs; on a busy machine that takes its time

  it('are those that are tried', () => {
    assert.deepEqual(
      recipes.map(({ to }) => to),
      recipeChanges.map(({ to }) => to),
    );
  });

  for (const change of recipeChanges) {
    it(`name the files that have to be edited to ${change.to}, and no other`, () => {
      const { files } = recipeOf(change);
      const edited = [...new Set(change.edits.map(({ file }) => file))];
      const isNamed = (file: string): boolean => files.some((pattern) => path.posix.matchesGlob(file, pattern));
      assert.deepEqual(
        edited.filter((file) => !isNamed(file)),
        [],
      );
      assert.deepEqual(
        files.filter((pattern) => !edited.some((file) => path.posix.matchesGlob(file, pattern))),
        [],
      );
    });
  }

  it('need no other file: a copy with the change of each holds', async function () {
    const generates = recipes.some((recipe) => recipe.generates);
    const all = recipeChanges.flatMap(({ edits }) => edits);
    if ((await tryChanges(all, generates)) === '') return;
    this.timeout(1_800_000); // each alone, to name the one at fault
    const failed: string[] = [];
    for (const change of recipeChanges) {
      const report = await tryChanges(change.edits, recipeOf(change).generates);
      if (report !== '') failed.push(`to ${change.to}, more has to be done than its recipe says:\n${report}`);
    }
    assert.fail(failed.length > 0 ? failed.join('\n\n') : 'each recipe holds alone, and not with the others');
  });

  for (const change of process.env['SOAK'] === '1' ? recipeChanges : []) {
    it(`name nothing in vain to ${change.to}: without one of its edits a copy does not hold`, async function () {
      this.timeout(1_800_000); // a copy for each edit
      const { files, generates } = recipeOf(change);
      const needless: string[] = [];
      for (const pattern of files.slice(1)) {
        const left = change.edits.filter(({ file }) => !path.posix.matchesGlob(file, pattern));
        if ((await tryChanges(left, generates)) === '') needless.push(pattern);
      }
      if (generates && (await tryChanges(change.edits, false)) === '') needless.push('npm run generate');
      assert.deepEqual(needless, []);
    });
  }
});

describe('ARCHITECTURE.md', () => {
  const files = globSync('{src,test,docs,l10n,media}/**/*.*', { cwd: projectFolders.root }).map(
    (file) => `/${file.replaceAll('\\', '/')}`,
  );
  const quoted = [...page.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);

  it('names files and folders that are there', () => {
    const named = quoted.filter(
      (text) => /^[\w*./-]+(\.(m?ts|json|md)|\/)$/.test(text) && text.includes('.') !== text.endsWith('/'),
    );
    assert.ok(named.length > 80, `${named.length}`);
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

  it('names parts of the code that are there', () => {
    const named = quoted.flatMap((text) => (/^[A-Za-z]\w*[A-Z]\w*(\.\w+)?(\(\))?$/.test(text) ? (text.match(/\w+/g) ?? []) : []));
    assert.ok(named.length > 30, `${named.length}`);
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

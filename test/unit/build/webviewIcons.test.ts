import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import iconShapes from '../../../src/page/kit/iconShapes.json' with { type: 'json' };

describe('the icons of pages', () => {
  it('are only those that a page names, or the parts of what it shows', () => {
    const pages = globSync(['src/page/**/*.ts', 'src/features/*/page/**/*.ts', 'src/features/explore/sections.ts'])
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    assert.deepEqual(
      Object.keys(iconShapes).filter((name) => !pages.includes(`'${name}'`)),
      [],
    );
  });
});

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import iconShapes from '../../../src/page/kit/iconShapes.json' with { type: 'json' };

describe('page icons', () => {
  it('are all used', () => {
    const pages = globSync(['src/page/**/*.ts', 'src/features/*/page/**/*.ts', 'src/features/explore/index.ts'])
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    assert.deepEqual(
      Object.keys(iconShapes).filter((name) => !pages.includes(`'${name}'`)),
      [],
    );
  });
});

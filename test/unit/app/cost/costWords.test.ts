import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'mocha';

const src = path.resolve(import.meta.dirname, '../../../../src');
const place = path.join('app', 'cost');

/** The lines of the sources outside of `src/app/cost` whose texts for people match. */
function othersThatSay(words: RegExp): readonly string[] {
  return fs
    .readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith(place))
    .flatMap((file) =>
      fs
        .readFileSync(path.join(src, file), 'utf8')
        .split('\n')
        .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line) && words.test(line.replace(/ \/\/ .*$/, '')))
        .map((line) => `${file}: ${line.trim()}`),
    );
}

describe('words about money stand in src/app/cost alone', () => {
  for (const [what, words] of [
    ['that nothing was spent', /nothing (was|is) spent/i],
    ['that a call may have been charged', /(may|might) (have been|be) charged/i],
    ['that something costs nothing', /\bt\('[^']*(?<!a )\bfree\b/i],
    ['how old a kept answer is', /'kept \{0\}'/i],
  ] as const) {
    it(`says ${what} in one place`, () => {
      assert.deepEqual(othersThatSay(words), []);
    });
  }
});

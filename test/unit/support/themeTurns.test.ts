import assert from 'node:assert/strict';
import { themeNames } from '../../support/vscode/workbench.ts';
import { type PageWidth, themesInTurn } from '../../support/vscode/themeTurns.ts';

const widths: readonly PageWidth[] = ['wide', 'narrow'];
const looksOf = (place: number, isWhole = false) =>
  widths.flatMap((width) => themesInTurn(place, width, isWhole).map((theme) => `${theme}, ${width}`));

describe('the themes in which the states of a page are looked at', () => {
  it('meets every theme at every width within any four states', () => {
    for (const first of [0, 1, 2, 3, 4, 17]) {
      const looks = [0, 1, 2, 3].flatMap((at) => looksOf(first + at));
      assert.deepEqual(looks.toSorted(), widths.flatMap((width) => themeNames.map((theme) => `${theme}, ${width}`)).toSorted());
    }
  });

  it('looks at each state at both widths, in a usual theme and in a high contrast one', () => {
    for (let place = 0; place < 4; place += 1) {
      const themes = themesInTurn(place, undefined, false);
      assert.equal(themes.length, 2);
      assert.equal(themes.filter((theme) => theme.startsWith('high contrast')).length, 1, themes.join());
    }
  });

  it('looks at each state in every theme at every width in a soak', () => {
    assert.equal(new Set(looksOf(3, true)).size, themeNames.length * widths.length);
  });
});

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { formatIconShapes } from '../../../src/build/webviewIcons.ts';
import iconShapes from '../../../src/webview/components/iconShapes.json' with { type: 'json' };

const svg = (content: string) => `<svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor">${content}</svg>`;

describe('the icons of pages', () => {
  it('are written as one path each, by name, to a hundredth of a pixel', () => {
    const icons: Readonly<Record<string, string>> = {
      'two-parts': svg('<path d="M1 1L2.12345 3"/><path fill-rule="evenodd" d="M4 4Z"/>'),
      blank: svg('').replace('></svg>', '/>'),
    };
    const text = formatIconShapes('{ "two-parts": "", "blank": "M9 9Z" }', (name) => icons[name] ?? '');
    assert.equal(text, '{\n  "blank": "",\n  "two-parts": "M1 1L2.12 3M4 4Z"\n}\n');
  });

  it('are refused where they are more than paths that are filled alike', () => {
    for (const content of ['<circle r="3"/>', '<path opacity=".5" d="M1 1Z"/>', '<g><path d="M1 1Z"/></g>']) {
      assert.throws(() => formatIconShapes('{ "odd": "" }', () => svg(content)), /the icon odd is drawn with more than paths/);
    }
  });

  it('are only those that a page names, or the parts of what it shows', () => {
    const pages = globSync(['src/webview/**/*.ts', 'src/app/explore/presentSection.ts'])
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    assert.deepEqual(
      Object.keys(iconShapes).filter((name) => !pages.includes(`'${name}'`)),
      [],
    );
  });
});

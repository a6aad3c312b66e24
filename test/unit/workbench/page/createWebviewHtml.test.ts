import assert from 'node:assert/strict';
import {
  createContentSecurityPolicy,
  createWebviewHtml,
  type WebviewHtmlOptions,
} from '../../../../src/workbench/page/createWebviewHtml.ts';

const page: WebviewHtmlOptions = {
  title: 'Thread',
  element: 'social-thread',
  script: 'start("</script><!--<script>");',
  style: 'a { content: "</style><img>"; }',
  nonce: 'abc',
  surface: 'editor',
  language: 'en',
  strings: { Yes: 'Ja' },
  first: [],
  pictures: 'never',
};

describe("a webview's document", () => {
  it("allows only its own script and style sheet, data images, and, if enabled, the platform's images", () => {
    assert.deepEqual(createContentSecurityPolicy(page).split('; '), [
      "default-src 'none'",
      "script-src 'nonce-abc'",
      "style-src 'nonce-abc'",
      'img-src data: blob:',
      "form-action 'none'",
      "base-uri 'none'",
      "frame-src 'none'",
    ]);
    for (const pictures of ['ask', 'always'] as const) {
      assert.match(createContentSecurityPolicy({ ...page, pictures }), /img-src data: blob:( https:\/\/\w+\.twimg\.com){4};/);
    }
  });

  it('states the policy before everything else', () => {
    const html = createWebviewHtml(page);
    assert.ok(html.includes(`content="${createContentSecurityPolicy(page)}"`), html);
    assert.ok(html.indexOf('Content-Security-Policy') < html.indexOf('<style'));
    assert.equal(html.match(/<script/g)?.length, 1);
    assert.match(html, /<script type="module" nonce="abc">/);
    assert.match(html, /<style nonce="abc">/);
  });

  it('contains the first messages', () => {
    const first = [{ kind: 'event', name: 'state', payload: { words: `"quoted" & 'so'` } }] as const;
    const [, data = ''] = /data-first="([^"]*)"/.exec(createWebviewHtml({ ...page, first })) ?? [];
    assert.deepEqual(JSON.parse(data.replaceAll('&quot;', '"').replaceAll('&amp;', '&')), first);
  });

  it("contains its whole script and style sheet, which can't end their element", () => {
    const html = createWebviewHtml(page);
    assert.ok(html.includes(String.raw`>start("\x3C/script>\x3C!--\x3Cscript>");</script>`), html);
    assert.ok(html.includes(String.raw`>a { content: "<\/style><img>"; }</style>`), html);
  });

  it('escapes every value', () => {
    const evil = `"><img src=x onerror=alert(1)>'`;
    const html = createWebviewHtml({
      ...page,
      title: evil,
      script: '',
      style: '',
      nonce: evil,
      language: evil,
      element: `social-thread><img`,
      strings: { [evil]: evil },
      first: [{ kind: 'event', name: evil, payload: { [evil]: evil } }],
    });
    assert.doesNotMatch(html, /<img/);
  });
});

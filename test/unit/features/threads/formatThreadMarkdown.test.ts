import assert from 'node:assert/strict';
import { formatThreadMarkdown } from '../../../../src/features/threads/formatThreadMarkdown.ts';
import type { ThreadRow } from '../../../../src/features/threads/threadContract.ts';
import { madeTweet, madeUser, shownPost } from './madeTweet.ts';

describe('formatThreadMarkdown', () => {
  const post = (id: string, text: string) =>
    shownPost(madeTweet(id, undefined, 0, { text, author: madeUser({ name: 'A *star*' }) }));
  const rows: readonly ThreadRow[] = [
    { kind: 'post', key: '1', id: '1', depth: 0, role: 'focal' },
    { kind: 'absent', key: '2', depth: 1, text: null },
    { kind: 'post', key: '3', id: '3', depth: 2, role: 'reply' },
    { kind: 'more', key: 'm', depth: 1, count: null },
  ];

  it('nests replies as quotes and marks replies that aren’t loaded', () => {
    const text = formatThreadMarkdown(rows, (id) => post(id, `text ${id}`));
    assert.match(text, /^\*\*A \\\*star\\\*\*\*/);
    assert.match(text, /^> \*This post isn't available\.\*$/m);
    assert.match(text, /^> > text 3$/m);
    assert.match(text, /^> \*More replies\*$/m);
  });

  it('links to sensitive media instead of showing them', () => {
    const media = [{ type: 'photo', url: 'https://a.example/b.png', preview: '', alt: 'A *pear*', durationMs: null }] as const;
    const textOf = (isSensitive: boolean) =>
      formatThreadMarkdown(rows.slice(0, 1), () => ({ ...post('1', 'words'), media: [...media], isSensitive }));
    assert.match(textOf(false), /^!\[A \\\*pear\\\*\]\(https:\/\/a\.example\/b\.png\)$/m);
    assert.match(textOf(true), /^\[A \\\*pear\\\*\]\(https:\/\/a\.example\/b\.png\)$/m);
  });

  it('escapes markup in text', () => {
    const text = formatThreadMarkdown(rows.slice(0, 1), () => post('1', '# Title\n![x](https://evil.example) <b>|`code`'));
    assert.match(text, /^\\# Title$/m);
    assert.match(text, /\\!\\\[x\\\]\(<https:\/\/evil\.example\/>\) \\<b\\>\\\|\\`code\\`/);
  });

  /** Formats one post, without its header. */
  function linesOf(text: string): readonly string[] {
    const [, ...lines] = formatThreadMarkdown(rows.slice(0, 1), () => post('1', text))
      .trimEnd()
      .split('\n')
      .slice(1);
    return lines;
  }

  it('escapes headings, rules, lists, and code at the start of lines', () => {
    assert.deepEqual(linesOf('Title\n===\nother\n---\n- one\n+ two\n-\n1. first\n2)\n:-'), [
      'Title',
      String.raw`\===`,
      'other',
      String.raw`\---`,
      String.raw`\- one`,
      String.raw`\+ two`,
      String.raw`\-`,
      String.raw`1\. first`,
      String.raw`2\)`,
      String.raw`\:-`,
    ]);
    assert.deepEqual(linesOf('a\n    code\n\n\t- code'), ['a', `${'&nbsp;'.repeat(4)}code`, '', String.raw`&nbsp;\- code`]);
    assert.deepEqual(linesOf('a\r# b\r\nc'), ['a', String.raw`\# b`, 'c']);
  });

  it('keeps a post’s links, and doesn’t add others', () => {
    assert.deepEqual(linesOf('see https://good.example/a_b?c=1&d and www.evil.example WWW.evil.example $x$ @ada'), [
      String.raw`see <https://good.example/a_b?c=1&d> and www\.evil.example WWW\.evil.example \$x\$ \@ada`,
    ]);
    assert.deepEqual(linesOf('https://good.example@evil.example/ ftp://evil.example'), [
      String.raw`https:\//good.example\@evil.example/ ftp:\//evil.example`,
    ]);
  });

  it('removes line breaks from names and alt text', () => {
    const odd = shownPost(
      madeTweet('1', undefined, 0, {
        text: 'text',
        author: madeUser({ name: 'Ada\n\n# Title\r---\n\u202e' }),
        media: [
          {
            type: 'photo',
            url: 'https://p.example/1',
            previewUrl: '',
            width: 1,
            height: 1,
            altText: 'a\n\nb](c)',
            durationMs: null,
          },
        ],
      }),
    );
    const text = formatThreadMarkdown(
      [...rows.slice(0, 1), { kind: 'absent', key: '2', depth: 0, text: 'gone\n\n# away' }],
      () => odd,
    );
    assert.match(text, /^\*\*Ada \\# Title ---\*\* \[@/);
    assert.match(text, /^!\[a b\\\]\(c\)\]\(https:\/\/p\.example\/1\)$/m);
    assert.match(text, /^\*gone \\# away\*$/m);
    assert.equal(text.trimEnd().split('\n').length, 6);
  });
});

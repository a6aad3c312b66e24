import assert from 'node:assert/strict';
import { threadMarkdown } from '../../../../src/app/thread/threadMarkdown.ts';
import type { ThreadRow } from '../../../../src/protocol/threadContract.ts';
import { madeTweet, madeUser, shownPost } from './madeTweet.ts';

describe('a thread as Markdown', () => {
  const post = (id: string, text: string) =>
    shownPost(madeTweet(id, undefined, 0, { text, author: madeUser({ name: 'A *star*' }) }));
  const rows: readonly ThreadRow[] = [
    { kind: 'post', key: '1', id: '1', depth: 0, role: 'focal' },
    { kind: 'absent', key: '2', depth: 1, text: null },
    { kind: 'post', key: '3', id: '3', depth: 2, role: 'reply' },
    { kind: 'more', key: 'm', depth: 1, place: 'page', count: null },
  ];
  const words = { absent: (text: string | null) => text ?? 'gone', missing: 'not here' };

  it('quotes answers as deep as they stand and leaves the ways to more out', () => {
    const text = threadMarkdown(rows, (id) => post(id, `text ${id}`), words);
    assert.match(text, /^\*\*A \\\*star\\\*\*\*/);
    assert.match(text, /^> \*gone\*$/m);
    assert.match(text, /^> > text 3$/m);
    assert.doesNotMatch(text, /more/);
  });

  it('makes no markup of what people wrote', () => {
    const text = threadMarkdown(rows.slice(0, 1), () => post('1', '# Title\n![x](https://evil.example) <b>|`code`'), words);
    assert.match(text, /^\\# Title$/m);
    assert.match(text, /\\!\\\[x\\\]\(https:\/\/evil\.example\/\) \\<b\\>\\\|\\`code\\`/);
  });
});

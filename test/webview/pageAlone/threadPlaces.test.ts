import assert from 'node:assert/strict';
import { madeTweet, madeUser } from '../../unit/features/threads/madeTweet.ts';
import { pictureStep } from '../../support/vscode/workbench.ts';
import { drawn, until } from '../support/steps.ts';
import { focusedKey, spokenIn, threadLine } from '../support/threadFrame.ts';
import { type ShownThread, type ThreadPageAlone, threadOfPosts, useThreadPage } from '../support/threadPageAlone.ts';

const nextPage = 'next-page';

/** A post with replies, some of them by its author, and replies to the first reply. */
function threadOf(root: number, replies: number, next?: string): ShownThread {
  const author = madeUser({ id: '7', username: 'author', name: 'Author' });
  const posts = Array.from({ length: replies }, (_, at) => {
    const id = String(root + 1 + at);
    const parentId = String(at > 0 && at < 3 ? root + 1 : root);
    const text = `a reply ${at % 4 === 3 ? 'with a source' : ''}`;
    return madeTweet(id, parentId, 0, { text, conversationId: String(root), ...(at % 5 === 4 ? { author } : {}) });
  });
  return threadOfPosts([madeTweet(String(root), undefined, replies, { author }), ...posts], String(root), next);
}

describe('a thread’s active row', () => {
  const open = useThreadPage();
  const thread = threadOf(1_000, 20, 'further');
  let alone: ThreadPageAlone;
  const line = (key: string) => threadLine(alone.page, key);
  const button = (name: string | RegExp) => alone.page.getByRole('button', { name });
  const focusedLine = () => alone.page.locator('.line:focus');
  const onlyAuthor = (isPressed: boolean) =>
    button("Show Only the Author's Posts (a)").and(alone.page.locator(`[aria-pressed="${isPressed}"]`));
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) {
      await alone.page.keyboard.press(key);
      await drawn(alone.page);
    }
  };
  const openThread = async (shown = thread, stored?: unknown) => {
    alone = await open({ stored });
    alone.show(shown);
    await line(shown.focalId).waitFor();
    await line(shown.focalId).focus();
  };
  afterEach(() => {
    assert.deepEqual(alone.unheard(), []);
  });

  it('is highlighted while its context menu is open', async () => {
    await openThread();
    await line('1001').click({ button: 'right' });
    await line('1001').and(alone.page.locator('[data-menu]')).waitFor();
    await press('j');
    await alone.page.locator('[data-menu]').waitFor({ state: 'detached' });
  });

  it('moves by keyboard to the next row, the next sibling, and the focal post', async () => {
    await openThread();
    const context = JSON.parse((await line('1000').getAttribute('data-vscode-context')) ?? '') as Readonly<
      Record<string, string>
    >;
    assert.match(context['viewItem'] ?? '', /^socialData post hasResponse addressed/);
    assert.equal(context['postId'], '1000');
    const ids: string[] = [];
    for (const key of ['j', 'ArrowDown', 'k', 'ArrowUp', 'j', 'n', 'p', 'j', 'j', 'p', 'r']) {
      await press(key);
      ids.push(await focusedKey(alone.page));
    }
    const [post, first, second, other] = ['1000', '1001', '1002', '1004'];
    assert.deepEqual(ids, [first, second, first, post, first, other, post, first, second, first, post]);
    await press('End');
    await alone.page.locator('.line.more:focus').waitFor();
    await press('Home', '?');
    await alone.page.getByRole('dialog', { name: 'Keyboard Shortcuts' }).waitFor();
    await press('Escape');
    await line(post).and(alone.page.locator(':focus')).waitFor();
  });

  it('is the first reply in a branch that was loaded by keyboard', async () => {
    const branch = threadOfPosts([madeTweet('1'), madeTweet('2', '1', 3), madeTweet('9', '1')], '1');
    const more = { kind: 'more', key: 'more-deep', depth: 2, count: 2 } as const;
    const [post, reply, last] = branch.rows;
    assert.ok(post && reply && last);
    await openThread({ ...branch, rows: [post, reply, more, last] });
    await press('j', 'j', 'Tab');
    await alone.page.locator('.line.more .fetch:focus').press('Enter');
    await until(alone.page, 'the branch is requested', () => alone.received('load').length === 1);
    assert.deepEqual(alone.received('load'), [{ key: 'more-deep' }]);
    alone.show(
      threadOfPosts([madeTweet('1'), madeTweet('2', '1', 3), madeTweet('3', '2'), madeTweet('4', '2'), madeTweet('9', '1')], '1'),
    );
    await line('3').and(alone.page.locator(':focus')).waitFor();
    await press('j');
    assert.equal(await focusedKey(alone.page), '4');
  });

  it('is the row before a filtered-out row', async () => {
    await openThread();
    await press('j', 'j', 'a');
    await onlyAuthor(true).waitFor();
    assert.equal(await focusedKey(alone.page), '1000');
    await press('a');
    await onlyAuthor(false).waitFor();
    await focusedLine().waitFor();
  });

  it('remains at the match when Escape closes the find bar', async () => {
    const { page } = alone;
    await press('/');
    const input = page.locator('.find-input');
    await input.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('source');
    await page.locator('.find', { hasText: /\d+ found/ }).waitFor();
    const found = page.locator('.line[data-match][tabindex="0"]');
    const first = await found.getAttribute('data-key');
    assert.equal(first, '1004');
    await press('Enter');
    assert.equal(await found.getAttribute('data-key'), '1008');
    await found.locator('mark').first().waitFor();
    alone.host.send('command', 'find');
    await until(
      page,
      'what was looked for is selected',
      async () => (await page.evaluate('getSelection().toString()')) === 'source',
    );
    await found.focus();
    const key = (await found.getAttribute('data-key')) ?? '';
    await press('Escape');
    await page.locator('.find').waitFor({ state: 'detached' });
    await line(key).and(page.locator(':focus')).waitFor();
  });

  it('is the branch that was collapsed around it', async () => {
    await openThread();
    await press('j', 'j');
    assert.equal(await focusedKey(alone.page), '1002');
    alone.host.send('command', 'collapseAll');
    const folded = alone.page.locator('.line[tabindex="0"]:has(.branch[aria-expanded="false"])');
    await folded.waitFor();
    assert.equal(await folded.getAttribute('data-key'), '1001');
    await folded.focus();
    await press('c');
    await alone.page.locator('.line:focus .branch[aria-expanded="true"]').waitFor();
    await press('c');
    await alone.page.locator('.line:focus .branch', { hasText: 'Hidden replies: 2' }).waitFor();
    alone.host.send('command', 'expandAll');
    await alone.page.locator('.line:focus .branch[aria-expanded="true"]').waitFor();
  });

  it('doesn’t change when the order changes', async () => {
    const keys = async () =>
      await alone.page.evaluate('[...document.querySelectorAll(".line")].map(({ dataset }) => dataset.key)');
    const given = await keys();
    await button(/^Sort: Default Order/).click();
    await alone.page.getByRole('menuitemradio', { name: 'Newest First' }).click();
    await button(/^Sort: Newest First/).waitFor();
    await button(/^Sort:/).press('Enter');
    await press('ArrowUp', 'ArrowUp', 'Enter');
    await button(/^Sort: Default Order/)
      .and(alone.page.locator(':focus'))
      .waitFor();
    assert.deepEqual(await keys(), given);
  });

  it('requests one page while Enter is held', async () => {
    await openThread();
    const { keyboard } = alone.page;
    await press('End');
    await alone.page.locator('.line.more:focus').waitFor();
    await keyboard.down('Enter');
    await until(alone.page, 'the page is requested', () => alone.received('load').length === 1);
    // the row for the following page is there now
    alone.show(threadOf(1_000, 40, 'further still'));
    await alone.page.locator('.line[aria-setsize="42"]').first().waitFor();
    for (let repeats = 0; repeats < 10; repeats += 1) {
      await keyboard.down('Enter');
      await drawn(alone.page);
    }
    await keyboard.up('Enter');
    await drawn(alone.page);
    assert.deepEqual(alone.received('load'), [{ key: nextPage }]);
  });

  it('retries once on a double click, and opens the browser once while its key is held', async () => {
    const { keyboard, mouse } = alone.page;
    const failure = { message: 'It failed.', severity: 'error', actions: [{ action: 'retry', title: 'Retry' }] } as const;
    const fail = () => alone.show(thread, { failure: { ...failure, actions: [...failure.actions] } });
    fail();
    const box = await button('Retry').boundingBox();
    assert.ok(box !== null);
    await mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await mouse.down({ clickCount: 1 });
    await mouse.up({ clickCount: 1 });
    // it failed again, so another Retry button has replaced the first
    alone.show(thread);
    await button('Retry').waitFor({ state: 'detached' });
    fail();
    await button('Retry').waitFor();
    await mouse.down({ clickCount: 2 });
    await mouse.up({ clickCount: 2 });
    await alone.page.locator('.line.reply').last().focus();
    await keyboard.down('o');
    await keyboard.down('o');
    await keyboard.up('o');
    await drawn(alone.page);
    assert.deepEqual([alone.received('recover'), alone.received('openLink').length], [[{ action: 'retry' }], 1]);
  });

  it('looks up a user only when Enter is released', async () => {
    await openThread();
    const { keyboard } = alone.page;
    await press('Enter');
    await line('1000').locator('.handle:focus').waitFor();
    for (let repeats = 0; repeats < 10; repeats += 1) {
      await keyboard.down('Enter');
      await drawn(alone.page);
    }
    assert.deepEqual(alone.received('lookUpUser'), []);
    await keyboard.up('Enter');
    await until(alone.page, 'the author is requested', () => alone.received('lookUpUser').length > 0);
    assert.deepEqual(alone.received('lookUpUser'), [{ handle: 'author' }]);
    await press('j', 'p');
    assert.equal(await focusedKey(alone.page), '1000', 'the keys go on from the line');
  });

  it('looks up its author when the name or image is clicked, with one tab stop', async () => {
    await openThread();
    const author = line('1000').locator('social-post');
    await author.locator('.name').dblclick();
    await author.locator('.avatar').click();
    await until(alone.page, 'the author is requested', () => alone.received('lookUpUser').length > 1);
    assert.deepEqual(alone.received('lookUpUser'), [{ handle: 'author' }, { handle: 'author' }]);
    assert.equal(await author.locator(':is(.name, .avatar, .handle):is(a, button, [tabindex])').count(), 1);
  });

  it('announces loading once while a thread is completed, and the result once', async () => {
    await openThread();
    await alone.page.evaluate(`(() => {
      const region = document.querySelector('social-thread > .spoken');
      window.heard = [];
      new MutationObserver(() => { if (window.heard.at(-1) !== region.textContent.trim()) window.heard.push(region.textContent.trim()); })
        .observe(region, { subtree: true, childList: true, characterData: true });
    })()`);
    for (let done = 0; done < 4; done += 1) {
      alone.show(threadOf(1_000, 20 + done, 'further'), {
        completing: { done, atMost: 4 },
        isLoading: true,
        summary: `${done} of 4`,
      });
      await drawn(alone.page);
    }
    alone.show(threadOf(1_000, 24), { summary: '25 posts · $0.0010' });
    await spokenIn(alone.page).filter({ hasText: '25 posts' }).waitFor({ state: 'attached' });
    assert.deepEqual(await alone.page.evaluate('window.heard'), ['Loading…', '25 posts · $0.0010']);
  });

  it('renders few elements in a thread with thousands of replies', async () => {
    await openThread(threadOf(10_000, 2_000));
    await alone.page.setViewportSize({ width: 400, height: 700 });
    await pictureStep(alone.page, 'thread large');
    const elements = await alone.page.evaluate<number>(`(async () => {
      const scroller = document.querySelector('.scroller');
      let most = 0;
      for (let step = 0; step < 20; step += 1) {
        scroller.scrollTop += step < 10 ? 400 : 9_000;
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        most = Math.max(most, document.querySelectorAll('*').length);
      }
      return most;
    })()`);
    assert.ok(elements < 1_500, `${elements} elements`);
  });
});

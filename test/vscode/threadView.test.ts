import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { completeThread } from '../../src/host/threads/actOnThread.ts';
import { ThreadSession } from '../../src/host/threads/threadSession.ts';
import { ThreadView } from '../../src/host/threads/threadView.ts';
import { landmarks } from '../../src/sandbox/world/landmarks.ts';
import { answering } from './support/answering.ts';
import { useSpending } from './support/spending.ts';
import { until } from './support/steps.ts';

/** From this many lines on a page is not sent each state any more. */
const manyLines = 500;

describe('the view of a thread of thousands of posts that is completed', () => {
  const startSpending = useSpending();

  it('sends its page a state after each page while there are few lines, then twice a second', async function () {
    this.timeout(60_000); // dozens of calls
    await using spending = await startSpending();
    const thread = new ThreadSession(spending.services);
    await thread.open(landmarks.hugeThreadId);
    const sent: { readonly lines: number; readonly at: number }[] = [];
    const fromPage = new vscode.EventEmitter<unknown>();
    const webview = {
      postMessage: async (message: { readonly name?: string; readonly payload?: { readonly rows: readonly unknown[] } }) => {
        if (message.name === 'state') sent.push({ lines: message.payload?.rows.length ?? 0, at: performance.now() });
        return await Promise.resolve(true);
      },
      onDidReceiveMessage: fromPage.event,
    };
    const { extensionUri } = vscode.extensions.getExtension('social-data-explorer.social-data-explorer') ?? {};
    assert.ok(extensionUri);
    const services = { ...spending.services, context: { ...spending.services.context, extensionUri } };
    // what a view uses of a webview
    const view = new ThreadView(services, webview as unknown as vscode.Webview, thread, {
      surface: 'sideBar',
      onSubject: () => undefined,
    });
    fromPage.fire({ kind: 'request', id: 1, name: 'ready', params: { source: null, hasPictures: false, isFilled: false } });
    await until('the first state is sent', () => sent.length > 0);
    using person = answering({ button: (_message, buttons) => buttons.find((title) => title.startsWith('Fetch (')) });
    const watching = thread.onDidChange(() => {
      if (thread.pages.rows.length > 2 * manyLines) thread.stop();
    });
    await completeThread(spending.services, thread);
    await until('it is stopped', () => person.asked.find((message) => message.startsWith('Stopped after')));
    await until('the last state is sent', () => sent.at(-1)?.lines === thread.pages.rows.length);
    watching.dispose();
    view.dispose();
    thread.dispose();
    const calls = (await spending.asked()).length;
    const many = sent.filter(({ lines }) => lines >= manyLines);
    const few = sent.length - many.length;
    const ms = (many.at(-1)?.at ?? 0) - (many[0]?.at ?? 0);
    assert.ok(calls > 30, `${calls} calls`);
    assert.ok(few > calls / 4, `${few} states of few lines, after ${calls} calls`);
    // one more as it is stopped, and one as it ends
    assert.ok(many.length <= 3 + ms / 500, `${many.length} states of many lines in ${ms} ms`);
  });
});

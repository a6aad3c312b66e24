import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { removeConnection, setKey } from './support/connections.ts';
import { extensionClock } from './support/extensionClock.ts';
import {
  closeEditors,
  lensTitles,
  openResponse,
  openText,
  paid,
  runAccepting,
  runAsPerson,
  setSettings,
  until,
} from './support/steps.ts';

const views = ['users', 'lists', 'communities', 'fixtures', 'activity'] as const;

const minute = 60_000;
const minutesOfDay = 24 * 60;

const webviewTab = (id: string): vscode.Tab | undefined =>
  vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .find(({ input, isActive }) => isActive && input instanceof vscode.TabInputWebview && input.viewType.endsWith(id));

/** A sandbox that looks like a paid service to the extension, because its responses aren't marked as a sandbox's. */
async function startPaid(): Promise<Sandbox> {
  return await startSandbox({ marksResponses: false });
}

/** The requested paths, from the service's own log. */
async function requestsOf({ primary, control }: Sandbox): Promise<readonly string[]> {
  const response = await fetch(new URL('/__sandbox/requests?keys=all', primary), { headers: { 'X-Sandbox-Control': control } });
  const log: unknown = await response.json();
  assert.ok(typeof log === 'object' && log !== null && 'requests' in log && Array.isArray(log.requests));
  return log.requests.map(({ path }: { readonly path: string }) => path);
}

/** Runs the commands of key presses in the list that has focus. */
async function press(...commands: readonly string[]): Promise<void> {
  for (const command of commands) {
    await vscode.commands.executeCommand(`list.${command}`);
  }
}

describe('requests', () => {
  let sandbox: Sandbox;
  let undo: () => Promise<void>;
  /** The services that have responded to the test's own request, so its response is in history. */
  const answered = new Set<Sandbox>();

  /** The number of requests, from the service's own log. */
  const calls = async (): Promise<number> => (await requestsOf(sandbox)).length;
  /** Sends one request as a user. Earlier requests have reached the service by then. */
  const requestOnce = async (service: Sandbox = sandbox): Promise<void> => {
    await closeEditors();
    await runAsPerson('socialData.requests.callEndpoint', 'primary.userByUsername', {
      username: exampleValues.otherHandle,
    });
    const { uri } = await openResponse();
    if (answered.has(service)) {
      await runAsPerson('socialData.records.refresh', uri, undefined, 'priced');
    }
    answered.add(service);
  };

  /** Asserts that only the test's own request reaches the service. */
  const assertNoRequests = async (act: () => Promise<void>): Promise<void> => {
    const before = await calls();
    await act();
    await requestOnce();
    assert.equal((await calls()) - before, 1, "the test's own request");
  };
  /** Requests a post in a format, as a user does. */
  const requestPost = async (format: 'raw' | 'simple'): Promise<vscode.TextDocument> => {
    const params = { tweetId: exampleValues.tweetId };
    await closeEditors();
    await runAsPerson('socialData.requests.callEndpoint', 'primary.tweet', params, format);
    return await openResponse();
  };
  /** Opens a response, its records as results next to it, a thread in the secondary side bar, and the views. */
  const openEverything = async (): Promise<vscode.TextDocument> => {
    await closeEditors();
    await runAsPerson('socialData.requests.callEndpoint', 'primary.userFollowers', {
      userId: exampleValues.userId,
    });
    const response = await openResponse();
    await vscode.commands.executeCommand('socialData.records.openAsTable', response.uri);
    await until('the results are there', () => webviewTab('socialData.results'));
    await vscode.commands.executeCommand('workbench.action.moveEditorToRightGroup');
    await until('both are visible', () => {
      const isShown = vscode.window.visibleTextEditors.some(({ document }) => document === response);
      return isShown && webviewTab('socialData.results') !== undefined ? true : undefined;
    });
    await runAsPerson('socialData.threads.view', exampleValues.tweetId);
    for (const view of views) {
      await vscode.commands.executeCommand(`socialData.${view}.focus`);
    }
    return response;
  };

  before(async () => {
    sandbox = await startPaid();
    undo = await setSettings(paid({ primary: sandbox.primary, gateway: sandbox.gateway }));
    await setKey('primary', sandbox.key);
    await setKey('gateway', sandbox.key);
    await runAccepting('socialData.users.pin', `@${exampleValues.handle}`);
    await until('the user was looked up', async () => ((await calls()) === 1 ? true : undefined));
    // expand the user and the posts as a user does: one more request, and loaded rows
    await vscode.commands.executeCommand('socialData.users.focus');
    let patience = 0;
    await until('its posts are loaded', async () => {
      // from the start each time, because the user may not have been drawn at the earlier presses
      await press('collapseAll', 'focusFirst', 'expand', 'focusDown', 'expand');
      patience += 50; // on a busy machine, drawing takes longer than repeating all presses
      await pause(patience);
      return (await calls()) === 2 ? true : undefined;
    });
  });

  after(async () => {
    await removeConnection('primary');
    await removeConnection('gateway');
    await vscode.commands.executeCommand('socialData.users.focus');
    await undo();
    await closeEditors();
    await sandbox.close();
  });

  it('are counted when the user sends one', async () => {
    const before = await calls();
    await requestOnce();
    assert.equal((await calls()) - before, 1);
  });

  const idle: Readonly<Record<string, () => Promise<void>>> = {
    'activating the extension again': async () => {
      await vscode.extensions.getExtension('social-data-explorer.social-data-explorer')?.activate();
    },
    'showing and hiding each view': async () => {
      for (let round = 0; round < 2; round += 1) {
        for (const view of views) {
          await vscode.commands.executeCommand(`socialData.${view}.focus`);
        }
        await vscode.commands.executeCommand('workbench.action.closeSidebar');
      }
    },
    'collapsing and expanding loaded rows': async () => {
      await vscode.commands.executeCommand('socialData.users.focus');
      for (let round = 0; round < 2; round += 1) {
        await press('focusFirst', 'focusDown', 'collapse', 'expand', 'focusFirst', 'collapse', 'expand');
      }
      await press('collapseAll', 'focusFirst', 'expand', 'focusDown', 'expand');
    },
    'expanding the activity': async () => {
      await vscode.commands.executeCommand('socialData.activity.focus');
      await press('focusFirst', 'expand', 'focusDown', 'focusDown', 'expand', 'focusLast', 'expand');
    },
    'redrawing everything after a setting changed': async () => {
      for (const ids of ['all', 'off']) {
        const back = await setSettings({ 'diagnostics.ids': ids, 'budget.perSession': ids === 'all' ? 2 : 3 });
        await vscode.commands.executeCommand('socialData.users.focus');
        await back();
      }
    },
    'hovering over links and ids': async () => {
      const content = `https://x.com/${exampleValues.otherHandle}/status/${exampleValues.tweetId}`;
      const { document } = await openText(content);
      for (let character = 0; character < content.length; character += 4) {
        await vscode.commands.executeCommand('vscode.executeHoverProvider', document.uri, new vscode.Position(0, character));
      }
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    },
    'showing an open response in every layout': async () => {
      await vscode.commands.executeCommand('workbench.action.files.revert');
      const response = await openResponse();
      await lensTitles(response);
      await vscode.commands.executeCommand('socialData.requests.switchLayout', response.uri);
      await lensTitles(await openResponse());
    },
  };

  for (const [what, act] of Object.entries(idle)) {
    it(`aren't sent by ${what}`, async () => {
      // the previous test's response is usually still open
      if (vscode.window.activeTextEditor?.document.uri.scheme !== 'social-data') await requestOnce();
      await assertNoRequests(act);
    });
  }

  it("aren't sent by switching a raw response to its records and back", async () => {
    const { uri } = await requestPost('raw');
    const shows = async (scheme: string) => {
      await until(`a document of ${scheme} is there`, () => {
        const { document } = vscode.window.activeTextEditor ?? {};
        return document?.uri.scheme === scheme ? document : undefined;
      });
    };
    await assertNoRequests(async () => {
      for (let round = 0; round < 2; round += 1) {
        await runAsPerson('socialData.requests.switchFormat', uri);
        await shows('social-data-records');
        await vscode.commands.executeCommand('vscode.open', uri);
        await shows('social-data');
      }
    });
  });

  it("aren't sent by a different address or key while rows are expanded", async () => {
    const other = await startPaid();
    try {
      await vscode.commands.executeCommand('socialData.users.focus');
      await press('focusFirst', 'expand', 'focusDown', 'expand');
      await setSettings(paid({ primary: other.primary, gateway: sandbox.gateway }));
      await setKey('primary', other.key);
      await vscode.commands.executeCommand('socialData.users.focus');
      await requestOnce(other);
      assert.equal((await requestsOf(other)).length, 1, "the test's own request");
    } finally {
      await setSettings(paid({ primary: sandbox.primary, gateway: sandbox.gateway }));
      await setKey('primary', sandbox.key);
      await other.close();
    }
  });

  it("aren't sent in a day with a response, results, a thread, and the views on screen", async () => {
    const response = await openEverything();
    const clock = extensionClock();
    await assertNoRequests(async () => {
      clock.stop();
      try {
        assert.ok(clock.waiting() > 0, 'a timer updates the ages above responses');
        for (let passed = 1; passed <= minutesOfDay; passed += 1) {
          await clock.advance(minute);
          if (passed % 60 === 0) {
            await lensTitles(response);
          }
        }
        assert.ok(clock.fired() >= minutesOfDay, `${clock.fired()} timers went off`);
        assert.match((await lensTitles(response))[0] ?? '', /1 day ago/);
      } finally {
        clock.resume();
      }
    });
  });
});

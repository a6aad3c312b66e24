import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { toEndpointFolderName } from '../../src/features/fixtures/naming.ts';
import { type FixtureDraft, toFixtureFiles } from '../../src/features/fixtures/fixtureDraft.ts';
import { printSidecar } from '../../src/features/fixtures/sidecar.ts';
import { tweet } from '../../src/client/endpoints/primary/tweets.ts';
import { userByUsername } from '../../src/client/endpoints/primary/users.ts';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { askForThread } from '../support/vscode/lookUp.ts';
import { useWorkbench } from '../support/vscode/useWorkbench.ts';
import {
  acceptMenuEntry,
  statusBarItem,
  waitForClipboard,
  acceptQuickInput,
  acceptQuickPick,
  runCommand,
  runCommandAndPick,
  runCommandAndType,
  pictureInEachLook,
  pictureStep,
  waitForEditor,
  waitForNotification,
  focusTreeView,
  sideBarView,
  switchTheme,
  typeInQuickInput,
  waitForQuickPickRow,
} from '../support/vscode/workbench.ts';
import { exampleResponse } from '../unit/client/records/responses.ts';
import { fixtureDraft } from '../unit/features/fixtures/support/fixtureExchange.ts';
import { until } from './support/steps.ts';
import { sideBarPage, threadLine } from './support/threadFrame.ts';

const today = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);

/** Puts a fixture into a workspace, as a save would. @param edited another body */
async function putFixture(workspace: string, slug: string, facts: Partial<FixtureDraft>, edited?: string): Promise<void> {
  const isThread = slug.startsWith('15');
  const endpoint = isThread ? tweet : userByUsername;
  const draft = { ...fixtureDraft(slug), source: 'sandbox', savedOn: today, ...facts } as const;
  const responses = draft.responses.map((response) => ({
    ...response,
    request: { ...response.request, endpoint: endpoint.id, params: isThread ? { tweetId: slug } : { username: slug } },
    body: Buffer.from(JSON.stringify(exampleResponse(endpoint).value)),
    items: isThread ? 101 : 1,
  }));
  const { sidecar, bodies } = toFixtureFiles({ ...draft, responses }, slug);
  const folder = join(workspace, 'fixtures', toEndpointFolderName(endpoint.id));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${slug}.meta.json`), printSidecar(sidecar));
  for (const { file, bytes } of bodies) await writeFile(join(folder, file), edited ?? bytes);
}

/** The sandbox has these users, and sends something else than the fixtures have. */
const refreshedSlugs = ['crowd_square', 'deep_talker'] as const;

describe('fixtures in the workbench', () => {
  const wide = { width: 1400, height: 900 } as const;
  const workbench = useWorkbench({
    name: 'fixtures',
    viewport: wide,
    settings: { 'terminal.integrated.gpuAcceleration': 'off' }, // so the terminal's text can be read
    prepare: async (workspace) => {
      await putFixture(workspace, 'sound', {});
      await putFixture(workspace, 'old', { savedOn: '2026-01-02' });
      await putFixture(workspace, 'people', { source: 'service' });
      await putFixture(workspace, 'mine', {}, JSON.stringify({ ...(exampleResponse(userByUsername).value as object), mine: 1 }));
      await putFixture(workspace, 'renamed', {}, '{"user":{}}');
      await putFixture(workspace, 'cut', {}, '{"data":');
      await putFixture(workspace, '1500000000000000100', {});
      await writeFile(join(workspace, 'package.json'), '{}');
    },
  });
  const page = () => workbench().page;
  const view = (): Locator => sideBarView(page(), 'Fixtures');
  const row = (label: string | RegExp): Locator =>
    view().locator('.monaco-list-row[role="treeitem"]').filter({ hasText: label }).first();

  const dialog = (text: string): Locator => page().locator('.monaco-dialog-box', { hasText: text });
  const pictureEach = async (name: string, show: () => Promise<void>) => await pictureInEachLook(page(), name, show);
  const hidePanels = async () => {
    for (const [name, part] of [
      ['View: Toggle Secondary Side Bar Visibility', '.part.auxiliarybar'],
      ['View: Toggle Panel Visibility', '.part.panel'],
    ] as const) {
      if (!(await page().locator(part).isVisible())) continue;
      await runCommand(page(), name);
      await page().locator(part).waitFor({ state: 'hidden' });
    }
  };

  it('show a badge only on unreliable fixtures', async () => {
    await runCommand(page(), 'Social Data: Focus on Fixtures View');
    const words = { old: 'stale', mine: 'edited', renamed: 'edited', cut: 'edited' };
    for (const [name, word] of Object.entries(words)) {
      await row(new RegExp(`^${name}\\s*${word} · `)).waitFor();
    }
    await row(/^sound\s*\d/).waitFor();
    await row(/^cut/).locator('.monaco-icon-label').first().hover();
    await pictureStep(page(), 'fixtures view');
    assert.equal(await workbench().responses(), 0);
  });

  it('are compared with one another by keyboard, also without counts and times', async () => {
    await focusTreeView(page(), 'Fixtures');
    await switchTheme(workbench(), 'light');
    await row(/^mine/).click();
    await waitForEditor(page(), /mine\.json/);
    await runCommand(page(), 'Social Data: Compare With…');
    await waitForQuickPickRow(page(), 'renamed');
    await pictureStep(page(), 'compare with what');
    await typeInQuickInput(page(), 'sound');
    await acceptQuickPick(page());
    await waitForEditor(page(), 'mine ↔ sound');
    await waitForNotification(page(), /^Schema\sfields:\s1\sremoved\.$/);
    await pictureStep(page(), 'compared light');
    const count = page().locator('.editor-group-container.active .view-line', { hasText: '"createdAt"' }).first();
    await count.waitFor();
    await runCommand(page(), 'Social Data: Show or Hide Counts and Times');
    await count.waitFor({ state: 'detached' });
    assert.equal(await workbench().responses(), 0);
    await switchTheme(workbench(), 'dark');
    await pictureStep(page(), 'compared dark without counts');
    await page().setViewportSize({ width: 700, height: 700 });
    await pictureStep(page(), 'compared narrow');
    await page().setViewportSize(wide);
    await runCommand(page(), 'Notifications: Accept Notification Primary Action');
    await waitForEditor(page(), 'Schema: mine ↔ sound');
    await page().locator('.editor-actions').getByRole('button', { name: 'Counts and Times' }).waitFor({ state: 'detached' });
    await pictureStep(page(), 'compared schema');
    await row(/^renamed/).click();
    await row(/^sound/).click({ modifiers: ['ControlOrMeta'] });
    await row(/^sound/).click({ button: 'right' });
    await acceptMenuEntry(page().getByRole('menuitem', { name: 'Compare With…' }));
    await waitForEditor(page(), /renamed ↔ sound|sound ↔ renamed/);
    await runCommand(page(), 'View: Close All Editors');
  });

  it('are deleted with the Delete key: the focused row, and all selected rows if it is one of them', async () => {
    await runCommand(page(), 'Notifications: Clear All Notifications');
    await focusTreeView(page(), 'Fixtures');
    const selectOld = async () => {
      await row(/^old/).click();
      await waitForEditor(page(), /old\.json/);
    };
    await selectOld();
    await focusTreeView(page(), 'Fixtures');
    const deleteAndUndo = async (keys: readonly string[], said: RegExp) => {
      for (const key of keys) await page().keyboard.press(key);
      await view()
        .locator('.monaco-list:focus .monaco-list-row.focused')
        .filter({ hasText: /^people/ })
        .waitFor();
      // while VS Code renders the tree again, such as after an undo, no row has focus, so the key is pressed again
      const toast = page().locator('.notifications-toasts .notification-list-item-message').filter({ hasText: said });
      await until(page(), 'it is deleted', async () => {
        await page().keyboard.press('Delete');
        return await toast.waitFor({ timeout: 3_000 }).then(
          () => true,
          () => false,
        );
      });
      await pictureStep(page(), `fixtures deleted by ${keys.join()}`);
      await page().locator('.notification-toast').getByRole('button', { name: 'Undo' }).click();
      await row(/^people/).waitFor();
      await focusTreeView(page(), 'Fixtures');
    };
    await deleteAndUndo(['ArrowDown'], /^Deleted\speople\./);
    await selectOld();
    await row(/^people/).click({ modifiers: ['Shift'] });
    await deleteAndUndo([], /^Deleted\s(?:old,\speople|people,\sold)\./);
  });

  it('get a test of an open thread, which runs at once', async () => {
    await runCommand(page(), 'Notifications: Clear All Notifications');
    await runCommand(page(), 'View: Close All Editors');
    await askForThread(page(), exampleValues.tweetId);
    const thread = await sideBarPage(page());
    await threadLine(thread, exampleValues.tweetId).focus();
    const where = page().locator('.quick-input-widget:visible .quick-input-title', { hasText: 'Save as Fixture' });
    // VS Code hears a moment later that the thread has the focus: earlier keys are ignored
    await until(page(), 'the folder is asked for', async () => {
      await page().keyboard.press('ControlOrMeta+s');
      return await where.waitFor({ timeout: 3_000 }).then(
        () => true,
        () => false,
      );
    });
    await acceptQuickPick(page());
    await waitForNotification(page(), /^Saved\sfixtures\/tweet\/\d+-raw\.json/);
    await pictureStep(page(), 'fixtures walk saved');
    await page().locator('.notification-toast').getByRole('button', { name: 'Insert and Run Test' }).click();
    await waitForEditor(page(), /-raw\.test\.mjs/);
    await page()
      .locator('.terminal-wrapper .xterm-rows', { hasText: /pass 1\b/ })
      .waitFor();
    await pictureStep(page(), 'fixtures walk inserted');
  });

  it('are pseudonymized with a secret in .env, which Enter creates', async () => {
    await runCommand(page(), 'Notifications: Clear All Notifications');
    await hidePanels();
    const asked = dialog("Create a secret for this workspace's team?");
    const ask = async () => {
      await runCommand(page(), 'Social Data: Save Pseudonymized Fixture…');
      await asked.waitFor();
      assert.equal(await asked.locator('.monaco-button:focus').innerText(), 'Create Secret in .env');
    };
    await pictureEach('pseudonyms secret', ask);
    await asked.waitFor({ state: 'detached' });
    await ask();
    await page().keyboard.press('Enter');
    const said = await waitForNotification(page(), /^Saved\sfixtures\/tweet\/18\d+-raw\.json/);
    await pictureStep(page(), 'pseudonyms saved');
    assert.match(said, /-raw\.json\.\sGive\sSOCIAL_DATA_FIXTURE_SECRET\sin\s\.env\sto\syour\steam/);
  });

  it('are refreshed without the saving machine after the real ID is entered', async () => {
    await runCommand(page(), 'Notifications: Clear All Notifications');
    await runCommand(page(), 'Social Data: Clear History…'); // also deletes the real ID
    await dialog('Clear the history?').waitFor();
    await page().keyboard.press('Enter');
    await waitForNotification(page(), /^Deleted/);
    await runCommand(page(), 'Notifications: Clear All Notifications');
    const received = await workbench().responses();
    const saved = row(/^18\d+-raw\s*(?:edited · )?pseudonymized/);
    await saved.click();
    await waitForEditor(page(), /18\d+-raw\.json/);
    const title = /^Refresh fixtures\/tweet\/18\d+-raw$/;
    const refusal = page().locator('.quick-input-message', { hasText: /^This isn't the real value behind 18\d+ \(Post ID\)\./ });
    await pictureEach('pseudonyms real value', async () => {
      await runCommandAndType(page(), 'Social Data: Refresh…', title, '');
    });
    await pictureEach('pseudonyms wrong value', async () => {
      await runCommandAndType(page(), 'Social Data: Refresh…', title, '1500000000000000101');
      await refusal.waitFor();
    });
    assert.equal(await workbench().responses(), received, 'Escape sends nothing');
    await runCommandAndType(page(), 'Social Data: Refresh…', title, '1500000000000000101');
    await refusal.waitFor();
    await typeInQuickInput(page(), exampleValues.tweetId);
    await refusal.waitFor({ state: 'detached' });
    await acceptQuickInput(page());
    await waitForNotification(page(), /^Fixtures\srefreshed:\s1\sof\s1,\schanged:\s0/);
    await pictureStep(page(), 'pseudonyms refreshed');

    const { workspace } = workbench().folders;
    const name = /18\d+-raw/.exec(await saved.innerText())?.[0] ?? '';
    const file = join(workspace, 'fixtures', 'tweet', `${name}.json`);
    const body = await readFile(file, 'utf8');
    await writeFile(file, body.replace(/"favorite_count": \d+/, '"favorite_count": 7'));
    await pictureEach('pseudonyms compared', async () => {
      await saved.click();
      await waitForEditor(page(), /18\d+-raw\.json/);
      await runCommand(page(), 'Social Data: Compare with Newest Response…');
      await waitForEditor(page(), /18\d+-raw: fixture ↔ newest response/);
    });
    await writeFile(file, body);

    const env = join(workspace, '.env');
    await writeFile(env, (await readFile(env, 'utf8')).replace(/SECRET=\w{8}/, 'SECRET=00000000'));
    await runCommand(page(), 'View: Close All Editors');
    await pictureEach('pseudonyms other secret', async () => {
      await runCommand(page(), 'Notifications: Clear All Notifications');
      await saved.click();
      await waitForEditor(page(), /18\d+-raw\.json/);
      await runCommand(page(), 'Social Data: Refresh…');
      await waitForNotification(page(), /^The\spseudonyms\sare\sfrom\sanother\ssecret\./);
    });
    await focusTreeView(page(), 'Fixtures');
    await page().keyboard.press('Delete');
    await saved.waitFor({ state: 'detached' });
  });

  it('answer with an error while the fixture server runs, by keyboard, until one click ends it', async () => {
    await runCommand(page(), 'View: Close All Editors');
    await runCommandAndPick(page(), 'Social Data: Start Fixture Server…', 'Strict');
    const started = await waitForNotification(page(), /^The\sfixture\sserver\sis\srunning/);
    const [origin = ''] = /http:[\d./:]+\d/.exec(started) ?? [];
    await runCommand(page(), 'Notifications: Clear All Notifications');
    await runCommandAndPick(page(), 'Social Data: Show Fixture Server', 'Match Real Handles and IDs');
    await statusBarItem(page(), 'Match Real Handles and IDs: On').waitFor();
    await pictureEach('fixture server', async () => {
      await runCommand(page(), 'Social Data: Show Fixture Server');
      await page()
        .locator('.quick-input-list .monaco-list-row', { hasText: /Match Real Handles and IDs\s*On/ })
        .waitFor();
    });
    await row(/^sound/).click();
    await waitForEditor(page(), /sound\.json/);
    await focusTreeView(page(), 'Fixtures');
    await pictureEach('fixtures answer with', async () => {
      await runCommand(page(), 'Social Data: Answer With…');
      await waitForQuickPickRow(page(), '429 Rate Limited');
    });
    await runCommandAndPick(page(), 'Social Data: Answer With…', '429 Rate Limited');
    await row(/^sound\s*answers:\s429\sRate\sLimited · /).waitFor();
    const response = await fetch(`${origin}/primary/user/by/username/sound?format=simple`, { headers: { 'x-api-key': 'k' } });
    assert.equal(response.status, 429);
    await focusTreeView(page(), 'Fixtures');
    await page().keyboard.press('Shift+F10');
    const entry = (label: string): Locator => page().locator('.monaco-menu .action-item', { hasText: label });
    await entry('Answer With…').waitFor();
    await pictureStep(page(), 'fixtures answer menu');
    await page().keyboard.press('Escape');
    await pictureEach('fixtures answering', async () => await row(/^sound/).hover());
    await row(/^sound/).hover();
    await row(/^sound/)
      .getByRole('button', { name: 'Use Saved Response' })
      .click();
    await row(/^sound\s*\d/).waitFor();
    await row(/^sound/).click();
    await runCommandAndPick(page(), 'Social Data: Answer With…', 'Slow');
    await row(/^sound\s*answers:\sSlow · /).waitFor();
    await runCommand(page(), 'Social Data: Use Saved Response');
    await row(/^sound\s*\d/).waitFor();
    await fetch(`${origin}/primary/user/by/username/soun`, { headers: { 'x-api-key': 'k' } });
    await runCommandAndPick(page(), 'Social Data: Show Fixture Server', 'Show Requests');
    await page().locator('.part.panel').waitFor();
    await hidePanels();
    await runCommand(page(), 'Social Data: Stop Fixture Server');
    await row(/^people\s*unused · /).waitFor();
    await row(/^sound\s*\d/).waitFor();
    await pictureEach('fixtures unused', async () => await row(/^people/).hover());
  });

  it('open in the multi-diff editor after a refresh, and are undone and kept by keyboard', async () => {
    const readBodies = async () =>
      await Promise.all(
        refreshedSlugs.flatMap((slug) =>
          ['json', 'meta.json'].map((ending) =>
            readFile(join(workbench().folders.workspace, 'fixtures', 'userByUsername', `${slug}.${ending}`), 'utf8'),
          ),
        ),
      );
    const diff = page().locator('.tab', { hasText: 'Refreshed Fixtures' });
    const ask = async () => {
      await runCommand(page(), 'Notifications: Clear All Notifications');
      await runCommand(page(), 'Social Data: Refresh All Fixtures…');
      await dialog('Not refreshed').waitFor();
    };
    const refresh = async () => {
      await ask();
      await page().keyboard.press('Enter');
      await waitForNotification(page(), /^Fixtures\srefreshed/);
      await waitForEditor(page(), /^Refreshed Fixtures \(\d files\)/);
      await row(/^deep_talker\s*refreshed · /).waitFor();
    };
    await runCommand(page(), 'View: Close All Editors');
    for (const slug of refreshedSlugs) await putFixture(workbench().folders.workspace, slug, {});
    await row(/^deep_talker/).waitFor();
    await pictureEach('fixtures refresh all', ask);
    const before = await readBodies();
    await refresh();
    const [after, received] = [await readBodies(), await workbench().responses()];
    after.forEach((text, at) => assert.notEqual(text, before[at]));
    await row(/^people/).click(); // opens a file
    await waitForEditor(page(), 'people.json');
    await pictureEach('fixtures refreshed', async () => {
      await diff.click();
      await row(/^deep_talker/).hover();
    });
    for (const title of ['Keep All Refreshed Fixtures', 'Undo All Refreshed Fixtures'])
      await page().locator('.editor-actions').getByRole('button', { name: title }).waitFor();
    await focusTreeView(page(), 'Fixtures');
    const focused = view().locator('.monaco-list:focus .monaco-list-row.focused');
    await page().keyboard.press('Home');
    await until(page(), 'the row has the focus', async () => {
      const text = await focused.innerText();
      if (!text.startsWith('deep_talker')) await page().keyboard.press('ArrowDown');
      return text.startsWith('deep_talker');
    });
    await page().keyboard.press('Shift+F10');
    const entry = page().locator('.monaco-menu .action-item', { hasText: 'Undo Refresh' });
    await entry.waitFor();
    await pictureStep(page(), 'fixtures undo refresh menu');
    await acceptMenuEntry(entry);
    await row(/^deep_talker\s*(?!refreshed)\w/).waitFor();
    assert.deepEqual(await readBodies(), [...after.slice(0, 2), ...before.slice(2)]);
    await runCommand(page(), 'Social Data: Undo All Refreshed Fixtures');
    await diff.waitFor({ state: 'detached' });
    assert.deepEqual(await readBodies(), before);
    assert.equal(await workbench().responses(), received);
    await refresh();
    await runCommand(page(), 'Notifications: Accept Notification Primary Action');
    await diff.waitFor({ state: 'detached' });
    await row(/^deep_talker\s*(?!refreshed)\w/).waitFor();
    (await readBodies()).forEach((text, at) => assert.notEqual(text, before[at]));
  });

  it('are copied as tests for pytest and as requests in Python', async () => {
    await writeFile(join(workbench().folders.workspace, 'pyproject.toml'), '[project]\nname = "app"\n');
    await runCommand(page(), 'Notifications: Clear All Notifications');
    await runCommand(page(), 'View: Close All Editors');
    const focusLastRow = async () => {
      await focusTreeView(page(), 'Fixtures');
      // while VS Code renders the tree again, no row has focus
      await until(page(), 'the last row has the focus', async () => {
        await page().keyboard.press('End');
        return (
          (await view()
            .locator('.monaco-list:focus .monaco-list-row.focused', { hasText: /^sound/ })
            .count()) > 0
        );
      });
    };
    await focusLastRow();
    await page().keyboard.press('Enter');
    await waitForEditor(page(), /sound\.json/);
    await pictureEach('compare with history', async () => {
      await runCommand(page(), 'Social Data: Compare With…');
      await page()
        .locator('.quick-input-list .monaco-list-row.focused', { hasText: /^User: / }) // of the same endpoint
        .waitFor();
    });
    await pictureEach('pytest copied', async () => {
      await runCommand(page(), 'Social Data: Copy Test Snippet…');
      await statusBarItem(page(), 'Copied with paths relative to workspace.').waitFor();
    });
    assert.match(
      await waitForClipboard(page(), 'import json\nimport subprocess'),
      /def test_userByUsername_sound\(social_data\):/,
    );
    const entry = (label: string): Locator => page().locator('.monaco-menu .action-item', { hasText: label }).last();
    for (const library of ['Requests', 'httpx']) {
      const label = `Python with ${library}`;
      const start = `import os\n\nimport ${library.toLowerCase()}\n`;
      await focusLastRow();
      await page().keyboard.press('Shift+F10');
      await acceptMenuEntry(entry('Copy As'));
      await entry(label).waitFor();
      await pictureStep(page(), `copy as ${label}`);
      await acceptMenuEntry(entry(label));
      assert.ok((await waitForClipboard(page(), start)).startsWith(start));
    }
  });
});

import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import * as vscode from 'vscode';
import { copySandboxAddress, writeSandboxEnv } from '../../src/features/connections/host/index.ts';
import { respondToDialogs } from './support/respondToDialogs.ts';
import { type Exploring, startExploring } from './support/exploring.ts';

describe("the sandbox for the user's own application", () => {
  let exploring: Exploring;
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const file = vscode.Uri.joinPath(folder?.uri ?? vscode.Uri.file('/'), '.env');
  const written = async () => new TextDecoder().decode(await vscode.workspace.fs.readFile(file));

  beforeEach(async () => {
    exploring = await startExploring('user');
  });

  afterEach(async () => {
    await exploring.close();
    await vscode.workspace.fs.delete(file, { useTrash: false });
  });

  it('is written to .env and copied, and accepts the key', async () => {
    using person = respondToDialogs({ pick: (items) => items[0] });
    await writeSandboxEnv(exploring);
    const variables = new Map((await written()).split('\n').map((line) => [line.split('=')[0], line.split('=')[1]] as const));
    const address = variables.get('SOCIAL_DATA_PRIMARY_URL') ?? '';
    const response = await fetch(`${address}/user/by/username/ada_writes`, {
      headers: { 'X-API-KEY': variables.get('SOCIAL_DATA_KEY') ?? '' },
    });
    assert.equal(response.status, 200);
    assert.match(person.shown.join(), /Wrote the address to .*\.env/);
    await copySandboxAddress(exploring);
    assert.equal(await vscode.env.clipboard.readText(), address);
  });

  it("isn't written through a symbolic link", async () => {
    const target = vscode.Uri.joinPath(file, '..', 'elsewhere.env');
    await vscode.workspace.fs.writeFile(target, Buffer.from('OTHER=1\n'));
    await symlink(target.fsPath, file.fsPath);
    try {
      using person = respondToDialogs({});
      await writeSandboxEnv(exploring);
      assert.deepEqual(person.shown, ['.env is a symbolic link that may point outside the open folder. Nothing was changed.']);
      assert.equal(await written(), 'OTHER=1\n');
    } finally {
      await vscode.workspace.fs.delete(target, { useTrash: false });
    }
  });

  it('replaces a different value only after confirmation', async () => {
    const before = 'OTHER=1\nSOCIAL_DATA_KEY=mine\n';
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(before));
    using refusing = respondToDialogs({});
    await writeSandboxEnv(exploring);
    assert.equal(await written(), before);
    assert.match(refusing.shown.join(), /Replace SOCIAL_DATA_KEY in \.env\?/);
    using _agreeing = respondToDialogs({ button: (_message, buttons) => buttons.find((title) => title === 'Replace') });
    await writeSandboxEnv(exploring);
    assert.match(await written(), /^OTHER=1\nSOCIAL_DATA_KEY=(?!mine)/);
  });
});

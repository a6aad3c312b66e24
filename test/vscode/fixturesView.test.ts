import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { FixturesTree } from '../../src/host/fixtures/fixturesTree.ts';
import type { TreeNode } from '../../src/host/shared/tree/treeNode.ts';
import { answering } from './support/answering.ts';
import { closeEditors, openAnswer, until } from './support/steps.ts';

const words = (node: TreeNode): string => {
  const { label, description } = node.toItem();
  return `${typeof label === 'string' ? label : (label?.label ?? '')} | ${String(description)}`;
};

describe('the view of fixtures', () => {
  const root = () => vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail('no folder is open');
  const folder = () => vscode.Uri.joinPath(root(), 'fixtures-view');
  let drawn = 0;
  let tree: FixturesTree;

  beforeEach(() => {
    drawn = 0;
    tree = new FixturesTree({ viewId: 'test', changed: () => (drawn += 1), reveal: async () => await Promise.resolve() });
  });

  afterEach(async () => {
    tree.dispose();
    await closeEditors();
    await vscode.workspace.fs.delete(folder(), { recursive: true, useTrash: false });
  });

  const own = async (): Promise<readonly string[]> => {
    const groups = await tree.roots();
    const below = await Promise.all(groups.map(async (group) => [group, ...(await group.children())]));
    return below.flat().map(words);
  };

  it('shows a fixture below its endpoint, with its age and size, and follows its file', async () => {
    await vscode.commands.executeCommand('socialData.requests.callEndpoint', 'primary.userByUsername', {
      username: 'ada_writes',
    });
    const answer = await openAnswer();
    const settings = vscode.workspace.getConfiguration('socialData', root());
    await settings.update('fixtures.folder', 'fixtures-view', vscode.ConfigurationTarget.Workspace);
    try {
      using person = answering({});
      await vscode.commands.executeCommand('socialData.fixtures.save', answer.uri);
      assert.match(person.asked.join('\n'), /Saved fixtures-view\/userByUsername\/ada_writes\.json\./);
    } finally {
      await settings.update('fixtures.folder', undefined, vscode.ConfigurationTarget.Workspace);
    }
    const rows = await until('the fixture is found', async () => {
      const found = await own();
      return found.some((row) => row.startsWith('ada_writes')) ? found : undefined;
    });
    assert.match(rows.find((row) => row.startsWith('ada_writes')) ?? '', /\| \d+ (B|KB) · \d{4}-\d\d-\d\d$/);
    await until('the view is redrawn', () => (drawn > 0 ? true : undefined));
  });

  it('names a sidecar that is none, and does not follow it out of its folder', async () => {
    const write = async (name: string, text: string) => {
      await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder(), name), new TextEncoder().encode(text));
    };
    await write('broken.fixture.json', '{"fixture":1}');
    await write('half.fixture.json', '{');
    const rows = await until('both are found', async () => {
      const found = await own();
      return found.filter((row) => /broken|half/.test(row)).length === 2 ? found : undefined;
    });
    assert.ok(rows.filter((row) => /broken|half/.test(row)).every((row) => row.includes('is no sidecar of a fixture')));
  });
});

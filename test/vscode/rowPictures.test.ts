import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createRowPictureGetter } from '../../src/host/explore/tree/createRowPictureGetter.ts';
import type { TreeNode } from '../../src/host/shared/tree/treeNode.ts';
import { until } from './support/steps.ts';

const address = 'http://127.0.0.1:4711/a.jpg';
const row: TreeNode = {
  id: 'a',
  parent: undefined,
  toItem: () => new vscode.TreeItem('a'),
  children: () => Promise.resolve([]),
};

describe('the pictures of rows', () => {
  it('that could not be had are asked for again, but not at once', async () => {
    const answers = [undefined, 'data:a'];
    const drawn: TreeNode[] = [];
    let asked = 0;
    let time = 0;
    const picture = createRowPictureGetter(
      { get: () => Promise.resolve(answers[asked++]), isSandboxPicture: () => true },
      (nodes) => drawn.push(...nodes),
      () => time,
    );
    assert.equal(picture(address, row), undefined);
    await Promise.resolve();
    time = 59_000;
    assert.equal(picture(address, row), undefined);
    assert.equal(asked, 1);
    time = 61_000;
    assert.equal(picture(address, row), undefined);
    await until('the row is redrawn', () => drawn.length > 0);
    assert.equal(picture(address, row), 'data:a');
    time = Number.MAX_SAFE_INTEGER;
    assert.equal(picture(address, row), 'data:a');
    assert.deepEqual([asked, drawn], [2, [row]]);
  });
});

import * as vscode from 'vscode';
import { FixtureIndex } from '../../../src/features/fixtures/host/fixtureIndex.ts';
import { FixturesTree, type MarkedServer } from '../../../src/features/fixtures/host/fixturesTree.ts';
import type { TreeNode } from '../../../src/workbench/tree/treeNode.ts';

export interface FollowedFixtures extends vscode.Disposable {
  readonly index: FixtureIndex;
  readonly tree: FixturesTree;
  /** All rows; each group is followed by its children. */
  readonly rows: () => Promise<readonly TreeNode[]>;
}

const unmarkedServer: MarkedServer = {
  marks: { unused: new Set(), answers: new Map() },
  onDidChangeMarks: () => new vscode.Disposable(() => undefined),
};

/** @param changed the function called when the view should refresh */
export function followFixtures(
  changed: () => void = () => undefined,
  index = new FixtureIndex(),
  server: MarkedServer = unmarkedServer,
): FollowedFixtures {
  const tree = new FixturesTree({ viewId: 'test', refresh: changed, reveal: async () => await Promise.resolve() }, index, server);
  const below = async (nodes: readonly TreeNode[]): Promise<readonly TreeNode[]> => {
    const each = await Promise.all(nodes.map(async (node) => [node, ...(await below(await node.children()))]));
    return each.flat();
  };
  return {
    ...{ index, tree },
    rows: async () => await below(await tree.roots()),
    dispose: () => {
      vscode.Disposable.from(tree, index).dispose();
    },
  };
}

/** "ada_writes | 312 B · 2026-01-02" */
export function rowWords(node: TreeNode): string {
  const { label, description } = node.toItem();
  return `${typeof label === 'string' ? label : (label?.label ?? '')} | ${String(description)}`;
}

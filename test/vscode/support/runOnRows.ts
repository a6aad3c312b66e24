import { actions } from '../../../src/features/records/host/recordActions.ts';
import type { Services } from '../../../src/workbench/services.ts';
import type { TreeNode } from '../../../src/workbench/tree/treeNode.ts';

/** Runs a command of `socialData.records` on rows, with the used parts of the services. */
export async function runOnRows(
  action: keyof typeof actions,
  nodes: readonly TreeNode[],
  services: Partial<Services>,
): Promise<void> {
  const all = services as Services;
  await actions[action](
    all,
    nodes.flatMap((node) => node.target?.(all) ?? []),
    false,
  );
}

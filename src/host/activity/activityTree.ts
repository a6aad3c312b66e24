import type { Day, Store } from '../../store/store.ts';
import type { Services } from '../shared/services.ts';
import { NoteNode } from '../shared/tree/noteNode.ts';
import type { TreeRoots, TreeSurroundings } from '../shared/tree/treeNode.ts';
import type { TreeNode } from '../shared/tree/treeNode.ts';
import { dayGroup, endpointGroup } from './groupNode.ts';
import type { Grouping } from './presentKept.ts';
import { memoryNote, presentStoreFault } from './presentStoreFault.ts';
import { SpendNode } from './spendNode.ts';

/** Before every day of a ledger. */
const firstDay: Day = '0000-01-01';

/** The exchanges that are kept, by day or by endpoint, below what was spent. Reads the store; makes no call. */
export class ActivityTree implements TreeRoots {
  readonly #services: Pick<Services, 'store'>;
  readonly #surroundings: TreeSurroundings;
  #grouping: Grouping = 'day';
  #unsubscribe: (() => void) | undefined;
  #isListening = false;

  constructor(services: Pick<Services, 'store'>, surroundings: TreeSurroundings) {
    this.#services = services;
    this.#surroundings = surroundings;
  }

  async roots(): Promise<readonly TreeNode[]> {
    try {
      const store = await this.#services.store();
      const groups =
        this.#grouping === 'day'
          ? store.exchanges.days().map((day) => dayGroup(this.#surroundings.viewId, store, day))
          : store.exchanges.endpoints().map((endpoint) => endpointGroup(this.#surroundings.viewId, store, endpoint));
      if (groups.length === 0 && !wasCalled(store)) {
        return []; // the view's welcome says what will stand here
      }
      const { viewId } = this.#surroundings;
      const place = store.place === 'memory' ? [new NoteNode(undefined, `${viewId}:memory`, memoryNote())] : [];
      return [...place, new SpendNode(viewId, store), ...groups];
    } catch (error) {
      return [new NoteNode(undefined, `${this.#surroundings.viewId}:fault`, presentStoreFault(error))];
    }
  }

  group(by: Grouping): void {
    this.#grouping = by;
    this.#surroundings.changed();
  }

  /** Follows the store while the view is seen: other windows write to it too. */
  async listen(isSeen: boolean): Promise<void> {
    this.#isListening = isSeen;
    if (!isSeen) {
      this.#unsubscribe?.();
      this.#unsubscribe = undefined;
      return;
    }
    const store = await this.#services.store();
    if (this.#isListening && this.#unsubscribe === undefined) {
      this.#unsubscribe = store.onDidChange(() => {
        this.#surroundings.changed();
      });
      this.#surroundings.changed(); // what changed while nobody looked
    }
  }

  dispose(): void {
    this.#isListening = false;
    this.#unsubscribe?.();
  }
}

/** Whether anything was ever sent: what it cost is to be seen also after the answers were deleted. */
function wasCalled({ spending, day }: Store): boolean {
  return (['real', 'play'] as const).some((purse) => spending.sum(purse, firstDay, day()).calls > 0);
}

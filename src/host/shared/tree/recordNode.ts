import * as vscode from 'vscode';
import { tweet } from '../../../client/endpoints/table.ts';
import { toCommand } from '../commands.ts';
import type { Service } from '../../../client/endpoint.ts';
import { SocialDataError } from '../../../client/errors.ts';
import type { Pin, PinKind } from '../pin.ts';
import { formatPrice } from '../../../app/cost/formatPrice.ts';
import { presentOtherWorld, presentWorld } from '../words/presentWorld.ts';
import type { World } from '../connections/world.ts';
import { toContextValue } from './contextValue.ts';
import { NoteNode } from './noteNode.ts';
import { toPin } from './pinRecords.ts';
import { presentRecord } from './presentRecord.ts';
import { presentSection } from './presentSection.ts';
import { hasSections, sectionsOf } from './sections.ts';
import { within } from './serviceStanding.ts';
import type { PagedRow, PagedRowOptions, RecordRow, TreeContext, TreeNode } from './treeNode.ts';
import { keyOfRecord, type TreeRecord } from './treeRecord.ts';

/** The kind and id of a record that may be pinned. */
function pinnableOf(record: TreeRecord): { readonly kind: PinKind; readonly id: string } | undefined {
  switch (record.kind) {
    case 'user':
      return record.id === undefined ? undefined : { kind: 'user', id: record.id };
    case 'list':
    case 'community':
      return { kind: record.kind, id: record.id };
    case 'post':
    case 'space':
    case 'line':
      return undefined;
  }
}

/** A row that stands for a record: an account, a post, a list, a community, an audio room, a line of an answer. */
export class RecordNode implements RecordRow {
  readonly id: string;
  readonly parent: TreeNode | undefined;
  readonly pages: PagedRow | undefined;
  record: TreeRecord;
  readonly #context: TreeContext;
  readonly #foundIn: World | undefined;
  readonly #sections = new Map<string, PagedRow>();
  #searches: readonly PagedRow[] = [];

  constructor(context: TreeContext, parent: TreeNode | undefined, name: string, record: TreeRecord, pages?: PagedRow) {
    this.id = `${parent?.id ?? context.viewId}/${name}`;
    this.parent = parent;
    this.pages = pages;
    this.record = record;
    this.#context = context;
    this.#foundIn = pages === undefined ? undefined : context.worlds.ofPages(pages);
  }

  get world(): World {
    return this.#context.worlds.orDefault(this.pages === undefined ? this.record.world : this.#foundIn);
  }

  /** It as something to pin, with what is known of its world; undefined for what cannot be pinned. */
  toPin(): Pick<Pin, 'kind' | 'id' | 'label'> | undefined {
    return toPin(this.record, this.pages === undefined ? this.record.world : this.world);
  }

  canAsk(service: Service): boolean {
    return this.#context.worlds.serves(this.world, service);
  }

  toItem(): vscode.TreeItem {
    const { record } = this;
    const { label, description: facts, tooltip, icon } = presentRecord(record, this.#context.now());
    const mark = hasSections(record) && this.#context.worlds.isApart(this.world) ? presentWorld(this.world) : '';
    // in front: a side bar shows only the beginning
    const description = [mark, facts].filter((part) => part !== '').join(' · ');
    const { Collapsed, None } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(label, hasSections(record) ? Collapsed : None);
    item.id = this.id;
    item.description = description;
    item.tooltip = tooltip;
    item.iconPath = this.#avatar() ?? new vscode.ThemeIcon(icon);
    item.accessibilityInformation = { label: [label, description].filter((part) => part !== '').join(', ') };
    item.contextValue = this.#contextValue();
    if (record.kind === 'post') {
      const price = formatPrice(this.pages?.source.quoteOf(tweet));
      const thread = this.canAsk(tweet.service)
        ? vscode.l10n.t('View Thread: {0}, or free where it is kept', price)
        : presentOtherWorld(this.world).text;
      item.tooltip = `${tooltip}\n${thread}`;
      // the row itself: whether its post may be asked about is seen when it is clicked
      item.command = toCommand('socialData.explore.viewThread', vscode.l10n.t('View Thread'), this);
    }
    return item;
  }

  /** What the connected services offer about the record. Makes no call. */
  async children(): Promise<readonly TreeNode[]> {
    const client = await this.#context.client();
    const standings = within(await this.#context.standings(), (service) => this.canAsk(service));
    const sections = sectionsOf(this.record, standings);
    if (sections.length === 0) {
      return [this.canAsk('primary') || this.canAsk('gateway') ? this.#nothingOffered() : this.#otherWorld()];
    }
    const nodes = sections.map(({ id, question }) => {
      const known = this.#sections.get(id);
      if (known?.source.question.endpoint === question.endpoint || known?.source.isOnItsWay === true) {
        return known; // also where another service answers by now: what is on its way is paid for
      }
      known?.source.dispose();
      const node = this.#context.rows.paged(this.#contextFor(question.endpoint.service), this, client, {
        name: id,
        question,
        ...presentSection(id),
      });
      if (known !== undefined && known.source.state.status !== 'unasked') {
        node.source.wait(); // another service answers now, and its price is another one
      }
      this.#sections.set(id, node);
      return node;
    });
    return [...this.#searches, ...nodes];
  }

  async addSearch(options: PagedRowOptions): Promise<PagedRow> {
    const context = this.#contextFor(options.question.endpoint.service);
    const made: PagedRow = this.#context.rows.paged(context, this, await this.#context.client(), {
      ...options,
      close: () => {
        made.source.dispose();
        this.#searches = this.#searches.filter((search) => search !== made);
        this.#context.changed([this]);
      },
    });
    // the same words again: the row that is there, with what is unfolded below it
    const row = this.#searches.find(({ id }) => id === made.id) ?? made;
    this.#searches = [row, ...this.#searches.filter((search) => search !== row)];
    this.#context.changed([this]);
    return row;
  }

  forget(isElsewhere: (node: PagedRow) => boolean): void {
    for (const node of [...this.#searches, ...this.#sections.values()]) {
      node.forget(isElsewhere);
    }
  }

  *all(): Generator<PagedRow> {
    for (const node of [...this.#searches, ...this.#sections.values()]) {
      yield* node.all();
    }
  }

  #avatar(): vscode.Uri | undefined {
    const address = this.record.kind === 'user' ? this.record.avatarUrl : undefined;
    const picture = address === undefined ? undefined : this.#context.picture(address, this);
    return picture === undefined ? undefined : vscode.Uri.parse(picture, true);
  }

  #contextValue(): string {
    const { record } = this;
    const pinnable = pinnableOf(record);
    const isPinned = pinnable !== undefined && this.#context.isPinned(pinnable.kind, pinnable.id);
    return toContextValue([
      record.kind,
      pinnable !== undefined && !isPinned && 'pinnable',
      isPinned && 'pinned',
      record.path !== undefined && 'answered',
      record.kind !== 'line' && 'addressed',
      keyOfRecord(record) !== undefined && (record.kind !== 'user' || record.id !== undefined) && 'numbered',
      (record.kind === 'user' || record.kind === 'post') && 'named',
    ]);
  }

  /** For what asks about this record: a row that outlived its connection, if only until it is drawn anew, asks nobody else. */
  #contextFor(service: Service): TreeContext {
    return {
      ...this.#context,
      client: async () => {
        if (!this.canAsk(service)) {
          throw new SocialDataError('cancelled', 'the record came from another connection', { spent: 'no' });
        }
        return await this.#context.client();
      },
    };
  }

  #otherWorld(): TreeNode {
    const { text, story } = presentOtherWorld(this.world);
    return new NoteNode(this, 'elsewhere', {
      text,
      description: vscode.l10n.t('Select Connection…'),
      tooltip: story,
      icon: 'plug',
      command: toCommand('socialData.connection.select', vscode.l10n.t('Select Connection…')),
    });
  }

  #nothingOffered(): TreeNode {
    return new NoteNode(this, 'nothing', {
      text: vscode.l10n.t('Not supported by the connected services.'),
      description: vscode.l10n.t('Select Connection…'),
      icon: 'plug',
      command: toCommand('socialData.connection.select', vscode.l10n.t('Select Connection…')),
    });
  }
}

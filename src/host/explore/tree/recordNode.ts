import * as vscode from 'vscode';
import type { UserRecord } from '../../../client/records/readUser.ts';
import { shortenText } from '../../../text/stripHiddenCharacters.ts';
import { sanitizeForVsCode } from '../../../text/sanitizeForVsCode.ts';
import { formatCounts } from '../../shared/words/formatCounts.ts';
import { formatAge } from '../../../app/cost/formatAge.ts';
import {
  type CommunityRow,
  type ListRow,
  type PostRow,
  getTrendQuery,
  type TreeRecord,
  type UserRow,
  isExpandableRow,
  isPinnable,
} from '../../../app/records/treeRecord.ts';
import { getReuseIfOfferedFree } from '../../../app/cost/offeredQuotes.ts';
import { formatViewThreadPrice } from '../../../app/cost/formatPrice.ts';
import type { Quote } from '../../../client/client.ts';
import { getConnectionPermalinkBase } from '../../../app/origin/getPermalinkBase.ts';
import { formatConnectionName } from '../../services/connections.ts';
import { toCommand } from '../../shared/commands.ts';
import { NoteNode, toContextValue, type TreeNode } from '../../shared/tree/treeNode.ts';
import { type PinInput, getPinId, toPinInput } from '../../../app/pins/pin.ts';
import { PagedNode, type RecordRowOptions, type RecordRow, type TreeContext } from './pagedNode.ts';
import { presentSection, type SectionId } from '../../../app/explore/presentSection.ts';
import { listRecordSections } from '../../../app/explore/sections.ts';

export class RecordNode implements RecordRow {
  readonly id: string;
  readonly parent: TreeNode | undefined;
  /** Undefined for a pin. */
  readonly pages: PagedNode | undefined;
  /** Takes the place of the one before when its page is loaded again. */
  record: TreeRecord;
  readonly #context: TreeContext;
  readonly #sections = new Map<string, PagedNode>();
  #threadQuote: Quote | undefined;

  constructor(context: TreeContext, { parent, name, record, pages }: RecordRowOptions) {
    this.id = `${parent?.id ?? context.viewId}/${name}`;
    this.parent = parent;
    this.pages = pages;
    this.record = record;
    this.#context = context;
  }

  get connection(): string {
    return this.pages?.connection ?? this.record.connection ?? this.#context.connections.selected('primary');
  }

  get site(): string {
    return getConnectionPermalinkBase(this.#context.connections.isLocal(this.connection));
  }

  /** `only` where it said that viewing its thread is free. */
  get threadOffer(): 'only' | undefined {
    return getReuseIfOfferedFree(this.#threadQuote);
  }

  toPin(): PinInput | undefined {
    return toPinInput(this.record, this.connection);
  }

  toItem(): vscode.TreeItem {
    const { record } = this;
    const { label, description: facts, tooltip, icon } = describeRecord(record, Date.now());
    const mark = this.pages === undefined && record.kind !== 'trend' ? this.#context.connections.markOf(this.connection) : '';
    // in front: a side bar shows only the beginning
    const description = [mark, facts].filter((part) => part !== '').join(' · ');
    const { Collapsed, None } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(label, isExpandableRow(record) ? Collapsed : None);
    item.id = this.id;
    item.description = description;
    item.tooltip = tooltip;
    item.iconPath = this.#avatar() ?? new vscode.ThemeIcon(icon);
    item.accessibilityInformation = { label: [label, description].filter((part) => part !== '').join(', ') };
    item.contextValue = this.#contextValue();
    if (record.kind === 'post') {
      this.#threadQuote = this.pages?.source.quoteThread(record.id);
      item.tooltip = `${tooltip}\n${formatViewThreadPrice(this.#threadQuote, Date.now())}`;
      item.command = toCommand('socialData.explore.showPost', vscode.l10n.t('Show Post'), this);
    }
    if (record.kind === 'space') {
      item.command = toCommand('socialData.explore.openSpace', vscode.l10n.t('Open Page'), this);
    } else if (record.kind === 'trend') {
      item.command = toCommand('socialData.explore.searchTrend', vscode.l10n.t('Search for Trend…'), this);
    }
    return item;
  }

  /** Makes no call. */
  async children(): Promise<readonly TreeNode[]> {
    const { connection } = this;
    const offered = listRecordSections(this.record, await this.#context.statuses(connection));
    if (offered.length === 0) {
      return [this.#nothingOffered()];
    }
    const names = this.#context.connections.names(connection);
    const client = await this.#context.client(names);
    return offered.map(({ id, question }) => {
      const known = this.#sections.get(id);
      if (known !== undefined) {
        const { source } = known;
        // also where another service answers by now: what is on its way is paid for
        if (source.question.endpoint === question.endpoint || source.session.isLoading) {
          return known;
        }
        source.session.close();
      }
      const count = () => countSection(this.record, id);
      const options = { name: id, question, count, connection: names[question.endpoint.service], ...presentSection(id) };
      const node = new PagedNode(this.#context, this, client, options);
      if (known !== undefined && known.source.state.status !== 'unasked') {
        node.source.requireExplicitLoad(); // another service answers now, and its price is another one
      }
      this.#sections.set(id, node);
      return node;
    });
  }

  *pagedDescendants(): Generator<PagedNode> {
    for (const node of this.#sections.values()) {
      yield* node.pagedDescendants();
    }
  }

  #avatar(): vscode.Uri | undefined {
    const address = this.record.kind === 'user' ? this.record.avatarUrl : undefined;
    const picture = address === undefined ? undefined : this.#context.picture(address);
    return picture === undefined ? undefined : vscode.Uri.parse(picture, true);
  }

  #contextValue(): string {
    const { record } = this;
    const pinId = isPinnable(record) ? getPinId(record) : undefined;
    const isPinned = isPinnable(record) && pinId !== undefined && this.#context.isPinned(record.kind, pinId);
    return toContextValue([
      record.kind,
      pinId !== undefined && !isPinned && 'pinnable',
      isPinned && 'pinned',
      record.path !== undefined && 'answered',
      record.kind !== 'line' && record.kind !== 'trend' && 'addressed',
      'id' in record && record.id !== undefined && 'numbered',
      (record.kind === 'user' || record.kind === 'post') && 'named',
    ]);
  }

  /** Why the record offers no requests: its connection is gone, or no connected service has any for it. */
  #nothingOffered(): TreeNode {
    const { connections } = this.#context;
    const { connection } = this;
    const isThere = connections.reaches('primary', connection) || connections.reaches('gateway', connection);
    const title = vscode.l10n.t('Select Connection…');
    return new NoteNode(this, 'nothing', {
      text: isThere
        ? vscode.l10n.t('Not supported by the connected services.')
        : vscode.l10n.t('The connection “{0}” was removed.', formatConnectionName(connection)),
      description: title,
      icon: 'plug',
      command: toCommand('socialData.connection.select', title),
    });
  }
}

/** How many a part of a record holds, where the record itself says it, as its page shows it. */
function countSection(record: TreeRecord, id: SectionId): number | undefined {
  switch (record.kind) {
    case 'user':
      return id === 'posts' || id === 'followers' || id === 'following' || id === 'likes' || id === 'media'
        ? record[id]
        : undefined;
    case 'list':
      return id === 'members' || id === 'followers' ? record[id] : undefined;
    case 'community':
      return id === 'members' || id === 'moderators' ? record[id] : undefined;
    case 'space':
      return id === 'participants' ? record.participants : undefined;
    case 'post':
    case 'trend':
    case 'line':
      return undefined;
  }
}

export interface RecordDescription {
  readonly label: string;
  readonly description: string;
  /** Plain text over several lines. */
  readonly tooltip: string;
  readonly icon: string;
}

const maxTooltipLength = 1_000;

const { l10n } = vscode;

/** What is undefined or empty is left out. */
interface RecordFacts {
  readonly label: string;
  readonly facts: readonly (string | undefined)[];
  /** In the tooltip. */
  readonly lines: readonly (string | undefined)[];
  readonly icon: string;
}

/** Makes foreign text safe to show on one line. */
export function describeRecord(record: TreeRecord, now: number): RecordDescription {
  const { label, facts, lines, icon } = getRecordFacts(record, now);
  return { label, description: joinNonEmpty(' · ', ...facts), tooltip: joinNonEmpty('\n', ...lines), icon };
}

function getRecordFacts(record: TreeRecord, now: number): RecordFacts {
  switch (record.kind) {
    case 'user':
      return getUserFacts(record);
    case 'post':
      return getPostFacts(record, now);
    case 'list':
    case 'community':
      return getGroupFacts(record);
    case 'space': {
      const label = sanitizeForVsCode(record.title);
      const facts = [
        sanitizeForVsCode(record.state ?? ''),
        ...formatCounts(record, 'compact', 'participants'),
        formatMention(record.host),
      ];
      const icon = record.state === 'live' ? 'broadcast' : 'unmute';
      return { label, facts, lines: [label, joinNonEmpty(' · ', ...facts), record.id], icon };
    }
    case 'trend': {
      const label = sanitizeForVsCode(record.name);
      const query = sanitizeForVsCode(getTrendQuery(record));
      const counts = formatCounts({ posts: record.volume }, 'compact', 'posts');
      const exact = formatCounts({ posts: record.volume }, 'exact', 'posts');
      return {
        label,
        facts: counts,
        lines: [label, query === label ? undefined : query, joinNonEmpty(' · ', ...exact)],
        icon: 'flame',
      };
    }
    case 'line': {
      const [label, value] = [sanitizeForVsCode(record.label), sanitizeForVsCode(record.value ?? '')];
      return { label, facts: [value], lines: [label, value], icon: 'note' };
    }
  }
}

function getUserFacts(user: UserRow): RecordFacts {
  const label = sanitizeForVsCode(user.name) || sanitizeForVsCode(user.handle);
  const role = sanitizeForVsCode(user.role ?? '');
  return {
    label,
    // the handle first: a narrow side bar shows only the start, and two people may share a name
    facts: [formatMention(user), role, ...formatCounts(user, 'compact', 'followers')],
    lines: [
      joinNonEmpty(' ', label, formatMention(user)),
      joinNonEmpty(
        ', ',
        user.isVerified === true ? l10n.t('verified') : undefined,
        user.isProtected === true ? l10n.t('protected') : undefined,
        role,
      ),
      formatTooltipText(user.bio),
      joinNonEmpty(' · ', ...formatCounts(user, 'exact', 'followers', 'following', 'posts')),
      user.id,
    ],
    icon: user.isProtected === true ? 'lock' : user.isVerified === true ? 'verified' : 'account',
  };
}

function getPostFacts(post: PostRow, now: number): RecordFacts {
  const { author, repostOf } = post;
  const handle = formatMention({ handle: author?.handle ?? '' });
  const whole = repostOf?.text ?? post.text ?? '';
  const isRepost = repostOf !== undefined;
  const mediaCount = post.media?.length ?? 0;
  const created = Date.parse(post.createdAt ?? '');
  const counts = formatCounts(post, 'compact', 'replies', 'reposts', 'likes');
  const words = sanitizeForVsCode(whole) || (mediaCount === 0 ? '' : l10n.t('(media)')) || l10n.t('(no text)');
  const original = sanitizeForVsCode(repostOf?.author?.handle ?? '');
  const whose = original === '' ? '' : `@${original}: `;
  return {
    // the words are another person's, so the reposter is shown next to them
    label: isRepost ? `↻ ${whose}${words}` : words,
    facts: [handle, Number.isNaN(created) ? undefined : formatAge(created, now), ...counts],
    lines: [
      joinNonEmpty(' ', sanitizeForVsCode(author?.name ?? ''), handle),
      isRepost ? `${l10n.t('reposted')} ${whose}`.trimEnd() : undefined,
      formatTooltipText(whole),
      joinNonEmpty(' · ', Number.isNaN(created) ? undefined : new Date(created).toLocaleString(), ...counts),
      mediaCount === 0 ? undefined : l10n.t('Media: {0}', mediaCount),
      post.isPinned === true ? l10n.t('pinned by its author') : undefined,
      post.id,
    ],
    icon: isRepost ? 'sync' : post.isPinned === true ? 'pinned' : mediaCount > 0 ? 'file-media' : 'comment',
  };
}

function getGroupFacts(group: ListRow | CommunityRow): RecordFacts {
  const label = sanitizeForVsCode(group.name);
  const isList = group.kind === 'list';
  const owner = isList ? formatMention(group.owner) : undefined;
  const isClosed = (isList ? group.isPrivate : group.isInviteOnly) === true;
  return {
    label,
    facts: [...formatCounts(group, 'compact', 'members'), owner],
    lines: [
      joinNonEmpty(' ', label, owner),
      !isClosed ? undefined : isList ? l10n.t('private') : l10n.t('by invitation only'),
      formatTooltipText(group.description),
      joinNonEmpty(' · ', ...formatCounts(group, 'exact', 'members', 'followers')),
      group.id,
    ],
    icon: isClosed ? 'lock' : isList ? 'list-unordered' : 'organization',
  };
}

function formatMention(user: Pick<UserRecord, 'handle'> | undefined): string | undefined {
  return user?.handle === undefined ? undefined : `@${sanitizeForVsCode(user.handle)}`;
}

function formatTooltipText(text = ''): string {
  return shortenText(text, maxTooltipLength)
    .split(/\r?\n/)
    .map((line) => sanitizeForVsCode(line))
    .join('\n');
}

function joinNonEmpty(separator: string, ...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(separator);
}

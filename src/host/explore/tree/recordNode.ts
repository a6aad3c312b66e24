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
import type { Service } from '../../../client/endpoint.ts';
import { tweet } from '../../../client/endpoints/table.ts';
import { SocialDataError } from '../../../client/errors.ts';
import { toCommand } from '../../shared/commands.ts';
import { needsWorldMark, servesWorld, type World, worldOrDefault } from '../../../app/origin/world.ts';
import { NoteNode, toContextValue, type TreeNode } from '../../shared/tree/treeNode.ts';
import { describeForeignWorld, formatWorld } from '../../shared/words/describeWorld.ts';
import { type PinInput, getPinId, toPinInput } from '../../../app/pins/pin.ts';
import { PagedNode, type RecordRowOptions, type RecordRow, type TreeContext } from './pagedNode.ts';
import { presentSection, type SectionId } from '../../../app/explore/presentSection.ts';
import { listRecordSections } from '../../../app/explore/sections.ts';
import { limitReadinessToServices } from '../../../app/explore/serviceReadiness.ts';

/** A row that stands for a record: an account, a post, a list, a community, an audio room, a line of an answer. */
export class RecordNode implements RecordRow {
  readonly id: string;
  readonly parent: TreeNode | undefined;
  /** The pages that it came with; undefined for a pin. */
  readonly pages: PagedNode | undefined;
  /** Takes the place of the one before when its page is loaded again. */
  record: TreeRecord;
  readonly #context: TreeContext;
  readonly #foundIn: World | undefined;
  readonly #sections = new Map<string, PagedNode>();
  /** What its thread costs, as the row says it. */
  #threadQuote: Quote | undefined;

  constructor(context: TreeContext, { parent, name, record, pages }: RecordRowOptions) {
    this.id = `${parent?.id ?? context.viewId}/${name}`;
    this.parent = parent;
    this.pages = pages;
    this.record = record;
    this.#context = context;
    this.#foundIn = pages?.world;
  }

  /** Where its id says something. */
  get world(): World {
    return worldOrDefault(this.#context.connections, this.pages === undefined ? this.record.world : this.#foundIn);
  }

  /** `only` where it said that viewing its thread is free. */
  get threadOffer(): 'only' | undefined {
    return getReuseIfOfferedFree(this.#threadQuote);
  }

  /** It as something to pin, with what is known of its world; undefined for what cannot be pinned. */
  toPin(): PinInput | undefined {
    return toPinInput(this.record, this.pages === undefined ? this.record.world : this.world);
  }

  /** Whether a service may be asked about it: its id says something there. */
  canAsk(service: Service): boolean {
    return servesWorld(this.#context.connections, this.world, service);
  }

  toItem(): vscode.TreeItem {
    const { record } = this;
    const { label, description: facts, tooltip, icon } = describeRecord(record, Date.now());
    const mark =
      isPinnable(record) && record.kind !== 'trend' && needsWorldMark(this.#context.connections, this.world)
        ? formatWorld(this.world)
        : '';
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
      const thread = this.canAsk(tweet.service)
        ? formatViewThreadPrice(this.#threadQuote, Date.now())
        : describeForeignWorld(this.world).text;
      item.tooltip = `${tooltip}\n${thread}`;
      // the row itself: whether its post may be asked about is seen when it is clicked
      item.command = toCommand('socialData.explore.showPost', vscode.l10n.t('Show Post'), this);
    }
    if (record.kind === 'space') {
      item.command = toCommand('socialData.explore.openSpace', vscode.l10n.t('Open Page'), this);
    } else if (record.kind === 'trend') {
      item.command = toCommand('socialData.explore.searchTrend', vscode.l10n.t('Search for Trend…'), this);
    }
    return item;
  }

  /** What the connected services offer about the record. Makes no call. */
  async children(): Promise<readonly TreeNode[]> {
    const client = await this.#context.client();
    const statuses = limitReadinessToServices(await this.#context.statuses(), (service) => this.canAsk(service));
    const offered = listRecordSections(this.record, statuses);
    if (offered.length === 0) {
      return [this.#nothingOffered()];
    }
    return offered.map(({ id, question }) => {
      const known = this.#sections.get(id);
      if (known !== undefined) {
        const { source } = known;
        // also where another service answers by now: what is on its way is paid for
        if (source.question.endpoint === question.endpoint || (source.session.isLoading && source.session.runs.isAskedHere)) {
          return known;
        }
        source.session.close();
      }
      const count = () => countSection(this.record, id);
      const options = { name: id, question, count, ...presentSection(id) };
      const node = new PagedNode(this.#contextFor(question.endpoint.service), this, client, options);
      if (known !== undefined && known.source.state.status !== 'unasked') {
        node.source.requireExplicitLoad(); // another service answers now, and its price is another one
      }
      this.#sections.set(id, node);
      return node;
    });
  }

  /** Every row below that loads pages. */
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

  /** For what asks about this record: a row that outlived its connection, if only until it is drawn again, asks nobody else. */
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

  /** Why nothing can be asked about the record: it is of another world, or no connected service offers anything. */
  #nothingOffered(): TreeNode {
    const isOfHere = this.canAsk('primary') || this.canAsk('gateway');
    const { text, story } = describeForeignWorld(this.world);
    const title = vscode.l10n.t('Select Connection…');
    return new NoteNode(this, 'nothing', {
      ...(isOfHere ? { text: vscode.l10n.t('Not supported by the connected services.') } : { text, tooltip: story }),
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

/** What a record's row says. */
export interface RecordDescription {
  readonly label: string;
  readonly description: string;
  /** Plain text over several lines. */
  readonly tooltip: string;
  readonly icon: string;
}

const maxTooltipLength = 1_000;

const { l10n } = vscode;

/** What there is to say of a record; what is undefined or empty is left out. */
interface RecordFacts {
  readonly label: string;
  /** Beside the label. */
  readonly facts: readonly (string | undefined)[];
  /** In the tooltip. */
  readonly lines: readonly (string | undefined)[];
  readonly icon: string;
}

/** A record as a row, with everything foreign in it made fit for one line. */
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
    // the handle first: a narrow side bar shows only the beginning, and two people may have one name
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
    // who reposts stands beside it: the words are another person's
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

import type { Client } from '../../client/client.ts';
import type { Endpoint } from '../../client/endpoint.ts';
import { toPage } from '../../client/records/toPage.ts';
import * as rows from '../../client/endpoints/table.ts';
import { type ReadinessByService, chooseService } from '../../core/connections/connectionSettings.ts';
import type { AnyRecord } from '../../client/records/readRecord.ts';
import { type ChildContentKind, isExpandableRow, type TreeRecord } from '../../core/records/treeRecord.ts';
import * as l10n from '@vscode/l10n';

const sections = {
  posts: { title: () => l10n.t('Posts'), icon: 'comment' },
  topPosts: { title: () => l10n.t('Top Posts'), icon: 'flame' },
  postsAndReplies: { title: () => l10n.t('Posts and Replies'), icon: 'comment-discussion' },
  media: { title: () => l10n.t('Media'), icon: 'file-media' },
  likes: { title: () => l10n.t('Likes'), icon: 'heart' },
  articles: { title: () => l10n.t('Articles'), icon: 'book' },
  followers: { title: () => l10n.t('Followers'), icon: 'person' },
  following: { title: () => l10n.t('Following'), icon: 'person-add' },
  verifiedFollowers: { title: () => l10n.t('Verified Followers'), icon: 'verified' },
  members: { title: () => l10n.t('Members'), icon: 'person' },
  moderators: { title: () => l10n.t('Moderators'), icon: 'shield' },
  participants: { title: () => l10n.t('Participants'), icon: 'person' },
  lists: { title: () => l10n.t('Lists'), icon: 'list-unordered' },
  spaces: { title: () => l10n.t('Spaces'), icon: 'unmute' },
  communities: { title: () => l10n.t('Communities'), icon: 'organization' },
  rules: { title: () => l10n.t('Rules'), icon: 'law' },
  about: { title: () => l10n.t('About'), icon: 'info' },
} as const;

export type SectionId = keyof typeof sections;

/** In the order of trees and pages. */
export const sectionIds: readonly SectionId[] = Object.keys(sections).filter(isSectionId);

export interface SectionRequest {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, unknown>>;
  /** The content shown below the row. Default: its records. */
  readonly shows?: ChildContentKind;
}

export type RecordIdentity =
  | { readonly kind: 'user'; readonly handle?: string; readonly id?: string | undefined }
  | { readonly kind: 'list' | 'community' | 'space'; readonly id: string };

/** The requests that can fill a section, one per service, preferred service first. */
type SectionOffer = readonly [id: SectionId, ...queries: readonly SectionRequest[]];

/** The largest page that the services allow: a request costs the same for any page size. */
export const maxPageSize = 100;
/** Participants are on a single page. */
const maxParticipants = 1_000;

/** A record's sections that the connected services can fill, each with its request. */
export function listRecordSections(
  record: TreeRecord,
  statuses: ReadinessByService,
): readonly { readonly id: SectionId; readonly query: SectionRequest }[] {
  return createSectionOffers(record).flatMap(([id, ...queries]) => {
    const preferred = chooseService(
      queries.map(({ endpoint }) => endpoint.service),
      statuses,
    );
    const query = queries.find(({ endpoint }) => endpoint.service === preferred);
    return query === undefined ? [] : [{ id, query }];
  });
}

export function listLookUpRequests(identity: RecordIdentity): readonly SectionRequest[] {
  const { kind, id } = identity;
  switch (kind) {
    case 'user':
      return [
        ...(identity.handle === undefined ? [] : [{ endpoint: rows.userByUsername, params: { username: identity.handle } }]),
        ...(id === undefined ? [] : [{ endpoint: rows.userById, params: { userId: id } }]),
      ];
    case 'list':
      return [
        { endpoint: rows.listDetails, params: { listId: id } },
        { endpoint: rows.gatewayList, params: { list_id: id } },
      ];
    case 'community':
      return [
        { endpoint: rows.community, params: { communityId: id } },
        { endpoint: rows.gatewayCommunity, params: { community_id: id } },
      ];
    case 'space':
      return [{ endpoint: rows.gatewaySpace, params: { space_id: id } }];
  }
}

function createSectionOffers(record: TreeRecord): readonly SectionOffer[] {
  if (!isExpandableRow(record)) {
    return [];
  }
  const details = (shows: ChildContentKind) => listLookUpRequests(record).map((query) => ({ ...query, shows }));
  switch (record.kind) {
    case 'user':
      return [
        ...(record.id === undefined ? [] : createUserSectionOffers(record.id)),
        ['about', { endpoint: rows.userAbout, params: { username: record.handle }, shows: 'facts' }],
      ];
    case 'list':
      return [...createListSectionOffers(record.id), ['about', ...details('facts')]];
    case 'community':
      return [...createCommunitySectionOffers(record.id), ['rules', ...details('rules')], ['about', ...details('facts')]];
    case 'space':
      return [...createSpaceSectionOffers(record.id), ['about', ...details('facts')]];
  }
}

function createUserSectionOffers(userId: string): readonly SectionOffer[] {
  const params = { userId, count: maxPageSize };
  return [
    ['posts', { endpoint: rows.userTweets, params }],
    ['postsAndReplies', { endpoint: rows.userTweetsAndReplies, params }],
    ['media', { endpoint: rows.userMedia, params }],
    ['likes', { endpoint: rows.userLikes, params }],
    ['articles', { endpoint: rows.userArticles, params }],
    ['followers', { endpoint: rows.userFollowers, params }],
    ['following', { endpoint: rows.userFollowings, params }],
    ['verifiedFollowers', { endpoint: rows.userVerifiedFollowers, params }],
    ['lists', { endpoint: rows.gatewayUserLists, params: { user_id: userId, limit: maxPageSize } }],
    ['spaces', { endpoint: rows.gatewayUserSpaces, params: { user_id: userId, limit: maxPageSize } }],
    ['communities', { endpoint: rows.gatewayUserCommunities, params: { user_id: userId } }],
  ];
}

function createListSectionOffers(listId: string): readonly SectionOffer[] {
  const params = { listId, count: maxPageSize };
  const gatewayParams = { list_id: listId, limit: maxPageSize };
  return [
    ['posts', { endpoint: rows.listTweets, params }, { endpoint: rows.gatewayListTweets, params: gatewayParams }],
    ['members', { endpoint: rows.listMembers, params }, { endpoint: rows.gatewayListMembers, params: gatewayParams }],
    ['followers', { endpoint: rows.listFollowers, params }],
  ];
}

function createCommunitySectionOffers(communityId: string): readonly SectionOffer[] {
  const params = { communityId, count: maxPageSize };
  const gatewayParams = { community_id: communityId, limit: maxPageSize };
  return [
    [
      'posts',
      { endpoint: rows.communityTweets, params },
      { endpoint: rows.gatewayCommunityTweets, params: { ...gatewayParams, sort: 'recent' } },
    ],
    ['topPosts', { endpoint: rows.gatewayCommunityTweets, params: { ...gatewayParams, sort: 'top' } }],
    ['members', { endpoint: rows.communityMembers, params }, { endpoint: rows.gatewayCommunityMembers, params: gatewayParams }],
    [
      'moderators',
      { endpoint: rows.communityModerators, params },
      { endpoint: rows.gatewayCommunityMembers, params: { ...gatewayParams, role: 'moderator' } },
    ],
  ];
}

function createSpaceSectionOffers(spaceId: string): readonly SectionOffer[] {
  const params = { space_id: spaceId, limit: maxPageSize };
  return [
    ['participants', { endpoint: rows.gatewaySpaceParticipants, params: { ...params, limit: maxParticipants } }],
    ['posts', { endpoint: rows.gatewaySpaceTweets, params }],
  ];
}

type SectionCounts = Readonly<Partial<Record<SectionId, number | undefined>>>;

/** How many records sections have, if the record says so. A user's number of posts includes replies. */
export function getSectionCounts(record: AnyRecord | TreeRecord): SectionCounts {
  switch (record.kind) {
    case 'user': {
      const { posts: postsAndReplies, media, likes, followers, following } = record;
      return { postsAndReplies, media, likes, followers, following };
    }
    case 'list':
      return { followers: record.followers, members: record.members };
    case 'community':
      return { members: record.members, moderators: record.moderators };
    case 'space':
      return { participants: record.participants };
    case 'post':
    case 'job':
    case 'trend':
    case 'place':
    case 'hashtagPoint':
    case 'handleState':
    case 'other':
    case 'line':
      return {};
  }
}

export function presentSection(id: SectionId): { readonly title: string; readonly icon: (typeof sections)[SectionId]['icon'] } {
  const { title, icon } = sections[id];
  return { title: title(), icon };
}

function isSectionId(name: string): name is SectionId {
  return Object.hasOwn(sections, name);
}

/** Finds a record's response in history, of any age, and the record's path in it. Empty if history doesn't have one. */
export function findStoredLookUp(client: Pick<Client, 'quote'>, record: TreeRecord) {
  if (!isExpandableRow(record)) {
    return [];
  }
  const found = listLookUpRequests(record).flatMap(({ endpoint, params }) => {
    const stored = client.quote(endpoint, params, { reuse: 'only' });
    if (stored?.kind !== 'stored') {
      return [];
    }
    const { exchange } = stored;
    // a handle may now belong to a different user
    const { path } =
      toPage(exchange, { endpoint }).records.find(({ kind, id }) => kind === record.kind && id === record.id) ?? {};
    return path === undefined ? [] : [{ exchange, path }];
  });
  return found.slice(0, 1);
}

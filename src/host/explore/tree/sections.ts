import {
  community,
  communityMembers,
  communityModerators,
  communityTweets,
  gatewayCommunity,
  gatewayCommunityMembers,
  gatewayCommunityTweets,
  gatewayList,
  gatewayListMembers,
  gatewayListTweets,
  gatewayUserCommunities,
  gatewayUserLists,
  gatewayUserSpaces,
  listDetails,
  listFollowers,
  listMembers,
  listTweets,
  userAbout,
  userArticles,
  userById,
  userByUsername,
  userFollowers,
  userFollowings,
  userLikes,
  userMedia,
  userTweets,
  userTweetsAndReplies,
  userVerifiedFollowers,
} from '../../../client/endpoints/table.ts';
import type { RowQuestion } from './pagedSource.ts';
import { type ServiceStatuses, serviceToAsk } from './serviceStatus.ts';
import { isPinnable, type RowContent, type TreeRecord } from './treeRecord.ts';

/** What stands below a record, in the order in which it is shown. */
export type SectionId =
  | 'posts'
  | 'topPosts'
  | 'postsAndReplies'
  | 'media'
  | 'likes'
  | 'articles'
  | 'followers'
  | 'following'
  | 'verifiedFollowers'
  | 'members'
  | 'moderators'
  | 'lists'
  | 'spaces'
  | 'communities'
  | 'rules'
  | 'about';

/** One part of a record that can be asked for. */
export interface Section {
  readonly id: SectionId;
  readonly question: RowQuestion;
}

/** What a thing can be looked up by. */
export type Identity =
  | { readonly kind: 'user'; readonly handle?: string; readonly id?: string | undefined }
  | { readonly kind: 'list' | 'community'; readonly id: string };

/** The questions that answer a section, the one that is asked first; each belongs to a service. */
type Offer = readonly [id: SectionId, ...questions: readonly RowQuestion[]];

/** The most that one call may bring, for a call costs the same whatever it brings. */
export const pageSize = 100;

/**
 * What can be asked about a record at the services that are connected: each section once, from the service that is to be
 * asked for it. Empty for records that have nothing below them.
 */
export function sectionsOf(record: TreeRecord, statuses: ServiceStatuses): readonly Section[] {
  return offersOf(record).flatMap(([id, ...questions]) => {
    const asked = serviceToAsk(
      questions.map(({ endpoint }) => endpoint.service),
      statuses,
    );
    const question = questions.find(({ endpoint }) => endpoint.service === asked);
    return question === undefined ? [] : [{ id, question }];
  });
}

/** The questions that look a thing up, the one that is asked first. */
export function lookUpsOf(identity: Identity): readonly RowQuestion[] {
  const { kind, id } = identity;
  switch (kind) {
    case 'user':
      return [
        ...(identity.handle === undefined ? [] : [{ endpoint: userByUsername, params: { username: identity.handle } }]),
        ...(id === undefined ? [] : [{ endpoint: userById, params: { userId: id } }]),
      ];
    case 'list':
      return [
        { endpoint: listDetails, params: { listId: id } },
        { endpoint: gatewayList, params: { list_id: id } },
      ];
    case 'community':
      return [
        { endpoint: community, params: { communityId: id } },
        { endpoint: gatewayCommunity, params: { community_id: id } },
      ];
  }
}

function offersOf(record: TreeRecord): readonly Offer[] {
  if (!isPinnable(record)) {
    return [];
  }
  const details = (shows: RowContent) => lookUpsOf(record).map((question) => ({ ...question, shows }));
  switch (record.kind) {
    case 'user':
      return [
        ...(record.id === undefined ? [] : userOffers(record.id)),
        ['about', { endpoint: userAbout, params: { username: record.handle }, shows: 'facts' }],
      ];
    case 'list':
      return [...listOffers(record.id), ['about', ...details('facts')]];
    case 'community':
      return [...communityOffers(record.id), ['rules', ...details('rules')], ['about', ...details('facts')]];
  }
}

function userOffers(userId: string): readonly Offer[] {
  const params = { userId, count: pageSize };
  return [
    ['posts', { endpoint: userTweets, params }],
    ['postsAndReplies', { endpoint: userTweetsAndReplies, params }],
    ['media', { endpoint: userMedia, params }],
    ['likes', { endpoint: userLikes, params }],
    ['articles', { endpoint: userArticles, params }],
    ['followers', { endpoint: userFollowers, params }],
    ['following', { endpoint: userFollowings, params }],
    ['verifiedFollowers', { endpoint: userVerifiedFollowers, params }],
    ['lists', { endpoint: gatewayUserLists, params: { user_id: userId, limit: pageSize } }],
    ['spaces', { endpoint: gatewayUserSpaces, params: { user_id: userId, limit: pageSize } }],
    ['communities', { endpoint: gatewayUserCommunities, params: { user_id: userId } }],
  ];
}

function listOffers(listId: string): readonly Offer[] {
  const params = { listId, count: pageSize };
  const gatewayParams = { list_id: listId, limit: pageSize };
  return [
    ['posts', { endpoint: listTweets, params }, { endpoint: gatewayListTweets, params: gatewayParams }],
    ['members', { endpoint: listMembers, params }, { endpoint: gatewayListMembers, params: gatewayParams }],
    ['followers', { endpoint: listFollowers, params }],
  ];
}

function communityOffers(communityId: string): readonly Offer[] {
  const params = { communityId, count: pageSize };
  const gatewayParams = { community_id: communityId, limit: pageSize };
  return [
    [
      'posts',
      { endpoint: communityTweets, params },
      { endpoint: gatewayCommunityTweets, params: { ...gatewayParams, sort: 'recent' } },
    ],
    ['topPosts', { endpoint: gatewayCommunityTweets, params: { ...gatewayParams, sort: 'top' } }],
    ['members', { endpoint: communityMembers, params }, { endpoint: gatewayCommunityMembers, params: gatewayParams }],
    [
      'moderators',
      { endpoint: communityModerators, params },
      { endpoint: gatewayCommunityMembers, params: { ...gatewayParams, role: 'moderator' } },
    ],
  ];
}

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
  userFollowers,
  userFollowings,
  userLikes,
  userMedia,
  userTweets,
  userTweetsAndReplies,
  userVerifiedFollowers,
} from '../../../client/endpoints/table.ts';
import type { RowQuestion } from './pagedSource.ts';
import { serviceToAsk, type StandingOf } from './serviceStanding.ts';
import type { TreeRecord } from './treeRecord.ts';

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

/** The questions that answer a section, the one that is asked first; each belongs to a service. */
type Offer = readonly [id: SectionId, ...questions: readonly RowQuestion[]];

/** The most that one call may bring, for a call costs the same whatever it brings. */
const pageSize = 100;

/**
 * What can be asked about a record at the services that are connected: each section once, from the service that is to be
 * asked for it. Empty for records that have nothing below them.
 */
export function sectionsOf(record: TreeRecord, standings: StandingOf): readonly Section[] {
  return offersOf(record).flatMap(([id, ...questions]) => {
    const asked = serviceToAsk(
      questions.map(({ endpoint }) => endpoint.service),
      standings,
    );
    const question = questions.find(({ endpoint }) => endpoint.service === asked);
    return question === undefined ? [] : [{ id, question }];
  });
}

/** Whether a record can have something below it. */
export function hasSections(record: TreeRecord): boolean {
  return record.kind === 'user' || record.kind === 'list' || record.kind === 'community';
}

function offersOf(record: TreeRecord): readonly Offer[] {
  switch (record.kind) {
    case 'user':
      return [...(record.id === undefined ? [] : userOffers(record.id)), aboutUser(record.handle)];
    case 'list':
      return listOffers(record.id);
    case 'community':
      return communityOffers(record.id);
    case 'post':
    case 'space':
    case 'line':
      return [];
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

function aboutUser(username: string): Offer {
  return ['about', { endpoint: userAbout, params: { username }, shows: 'facts' }];
}

function listOffers(listId: string): readonly Offer[] {
  const params = { listId, count: pageSize };
  const gatewayParams = { list_id: listId, limit: pageSize };
  return [
    ['posts', { endpoint: listTweets, params }, { endpoint: gatewayListTweets, params: gatewayParams }],
    ['members', { endpoint: listMembers, params }, { endpoint: gatewayListMembers, params: gatewayParams }],
    ['followers', { endpoint: listFollowers, params }],
    [
      'about',
      { endpoint: listDetails, params: { listId }, shows: 'facts' },
      { endpoint: gatewayList, params: { list_id: listId }, shows: 'facts' },
    ],
  ];
}

function communityOffers(communityId: string): readonly Offer[] {
  const params = { communityId, count: pageSize };
  const gatewayParams = { community_id: communityId, limit: pageSize };
  const details = { endpoint: community, params: { communityId } };
  const gatewayDetails = { endpoint: gatewayCommunity, params: { community_id: communityId } };
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
    ['rules', { ...details, shows: 'rules' }, { ...gatewayDetails, shows: 'rules' }],
    ['about', { ...details, shows: 'facts' }, { ...gatewayDetails, shows: 'facts' }],
  ];
}

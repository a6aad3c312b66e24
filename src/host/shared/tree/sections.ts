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
import type { Reading } from './readRecords.ts';
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

const data = (kind: Reading['kind']): Reading => ({ kind, at: [['data']] });
const posts = data('post');
const users = data('user');

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
  const lists: Reading = { kind: 'list', at: [['owned_lists'], ['subscribed_lists']] };
  return [
    ['posts', { endpoint: userTweets, params, reading: posts }],
    ['postsAndReplies', { endpoint: userTweetsAndReplies, params, reading: posts }],
    ['media', { endpoint: userMedia, params, reading: posts }],
    ['likes', { endpoint: userLikes, params, reading: posts }],
    ['articles', { endpoint: userArticles, params, reading: posts }],
    ['followers', { endpoint: userFollowers, params, reading: users }],
    ['following', { endpoint: userFollowings, params, reading: users }],
    ['verifiedFollowers', { endpoint: userVerifiedFollowers, params, reading: users }],
    ['lists', { endpoint: gatewayUserLists, params: { user_id: userId, limit: pageSize }, reading: lists }],
    ['spaces', { endpoint: gatewayUserSpaces, params: { user_id: userId, limit: pageSize }, reading: data('space') }],
    ['communities', { endpoint: gatewayUserCommunities, params: { user_id: userId }, reading: data('community') }],
  ];
}

function aboutUser(username: string): Offer {
  return ['about', { endpoint: userAbout, params: { username }, reading: data('line') }];
}

function listOffers(listId: string): readonly Offer[] {
  const params = { listId, count: pageSize };
  const gatewayParams = { list_id: listId, limit: pageSize };
  return [
    [
      'posts',
      { endpoint: listTweets, params, reading: posts },
      { endpoint: gatewayListTweets, params: gatewayParams, reading: posts },
    ],
    [
      'members',
      { endpoint: listMembers, params, reading: users },
      { endpoint: gatewayListMembers, params: gatewayParams, reading: users },
    ],
    ['followers', { endpoint: listFollowers, params, reading: users }],
    [
      'about',
      { endpoint: listDetails, params: { listId }, reading: data('line') },
      { endpoint: gatewayList, params: { list_id: listId }, reading: { kind: 'line', at: [[]] } },
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
      { endpoint: communityTweets, params, reading: posts },
      { endpoint: gatewayCommunityTweets, params: { ...gatewayParams, sort: 'recent' }, reading: posts },
    ],
    ['topPosts', { endpoint: gatewayCommunityTweets, params: { ...gatewayParams, sort: 'top' }, reading: posts }],
    [
      'members',
      { endpoint: communityMembers, params, reading: users },
      { endpoint: gatewayCommunityMembers, params: gatewayParams, reading: users },
    ],
    [
      'moderators',
      { endpoint: communityModerators, params, reading: users },
      { endpoint: gatewayCommunityMembers, params: { ...gatewayParams, role: 'moderator' }, reading: users },
    ],
    [
      'rules',
      { ...details, reading: { kind: 'line', at: [['data', 'rules']] } },
      { ...gatewayDetails, reading: { kind: 'line', at: [['rules']] } },
    ],
    ['about', { ...details, reading: data('line') }, { ...gatewayDetails, reading: { kind: 'line', at: [[]] } }],
  ];
}

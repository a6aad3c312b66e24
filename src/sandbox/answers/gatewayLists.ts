import { throwRefusal } from '../reserved/refusals.ts';
import { hashText } from '../world/random.ts';
import { createTextMatcher, toSearchableText } from '../world/search/searchPosts.ts';
import { toIsoSeconds } from '../world/snowflake.ts';
import type { Account, WorldList, SandboxWorld } from '../world/world.ts';
import type { SandboxQuestion, EndpointAnswerer } from './answer.ts';
import { toWholeBodyAnswer, toFirstResultsAnswer, toGatewayPageAnswer } from './collectionAnswers.ts';
import { toGatewayList, toGatewayUser, toTweetPageAnswer } from './gatewayRecords.ts';
import { requireItemByIdParam, requireTextParam } from './params.ts';

export const gatewayList: EndpointAnswerer<'gatewayList'> = (question) =>
  toWholeBodyAnswer(toGatewayList(question.world, requirePublicList(question)));

export const gatewayListMembers: EndpointAnswerer<'gatewayListMembers'> = (question) => {
  const list = requirePublicList(question);
  const members = question.world.listMembers(list.id);
  return toGatewayPageAnswer(members, question.params.limit, (account) => toMember(account, list));
};

export const gatewayListTweets: EndpointAnswerer<'gatewayListTweets'> = (question) =>
  toTweetPageAnswer(question, question.world.listPosts(requirePublicList(question).id));

/** Gateway reference, Lists: both kinds unless `type` names one (assumption 7.15). */
export const gatewayUserLists: EndpointAnswerer<'gatewayUserLists'> = (question) => {
  const { world } = question;
  const account = requireItemByIdParam(question, 'user_id', world.account);
  const type = question.params.type;
  const limit = question.params.limit;
  const records = (without: string, isWanted: (list: WorldList) => boolean) =>
    (type === without ? [] : listPublicLists(world).filter(isWanted)).slice(0, limit).map((list) => toGatewayList(world, list));
  return toWholeBodyAnswer({
    owned_lists: records('subscribed', (list) => list.ownerId === account.id),
    subscribed_lists: records('owned', (list) => world.listFollowers(list.id).some(({ id }) => id === account.id)),
  });
};

export const gatewayListsSearch: EndpointAnswerer<'gatewayListsSearch'> = (question) => {
  const { world } = question;
  const holds = createTextMatcher(requireTextParam(question, 'q'));
  const found = listPublicLists(world).filter(({ name, description }) => holds(toSearchableText(`${name}\n${description}`)));
  return toFirstResultsAnswer(question, found, (list) => toGatewayList(world, list));
};

function listPublicLists(world: SandboxWorld): readonly WorldList[] {
  return world.lists().filter((list) => !list.private);
}

function toMember(account: Account, list: WorldList) {
  const { counts } = account.record;
  const { followers_count: _, ...user } = toGatewayUser(account);
  return {
    ...user,
    added_at: toIsoSeconds(list.createdAtMs + (hashText(`${list.id} ${account.id}`) % 20_000_000) * 1000),
    metrics: { followers_count: counts.followers, following_count: counts.following },
  };
}

/** A private list gives 403 (assumption 7.18). */
function requirePublicList(question: SandboxQuestion<'list_id'>): WorldList {
  const list = requireItemByIdParam(question, 'list_id', question.world.list);
  return list.private ? throwRefusal(403, 'The list is private') : list;
}

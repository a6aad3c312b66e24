import { refuse } from '../reserved/refusals.ts';
import { eachOf } from '../world/lazy.ts';
import { hashText } from '../world/random.ts';
import { textTest } from '../world/search/textMatch.ts';
import { toIsoSeconds } from '../world/snowflake.ts';
import type { Account, ListEntry, World } from '../world/world.ts';
import type { SandboxQuestion } from './answer.ts';
import { body, firstResults, gatewayPage } from './collection.ts';
import { toGatewayList, toGatewayUser, tweetPage } from './gatewayRecords.ts';
import { foundById, requiredText } from './params.ts';
import type { AnswererOf } from './rows.ts';

export const gatewayList: AnswererOf<'gatewayList'> = (question) => body(toGatewayList(question.world, publicList(question)));

export const gatewayListMembers: AnswererOf<'gatewayListMembers'> = (question) => {
  const list = publicList(question);
  const members = question.world.listMembers(list.id);
  return gatewayPage(members, question.params.limit, (account) => toMember(account, list));
};

export const gatewayListTweets: AnswererOf<'gatewayListTweets'> = (question) =>
  tweetPage(question, question.world.listPosts(publicList(question).id));

/** Gateway reference, Lists: both kinds unless `type` names one (assumption 7.15). */
export const gatewayUserLists: AnswererOf<'gatewayUserLists'> = (question) => {
  const { world } = question;
  const account = foundById(question, 'user_id', world.account);
  const type = question.params.type;
  const limit = question.params.limit;
  const records = (without: string, isWanted: (list: ListEntry) => boolean) =>
    (type === without ? [] : publicLists(world).filter(isWanted)).slice(0, limit).map((list) => toGatewayList(world, list));
  return body({
    owned_lists: records('subscribed', (list) => list.ownerId === account.id),
    subscribed_lists: records('owned', (list) => [...eachOf(world.listFollowers(list.id))].some(({ id }) => id === account.id)),
  });
};

export const gatewayListsSearch: AnswererOf<'gatewayListsSearch'> = (question) => {
  const { world } = question;
  const holds = textTest(requiredText(question, 'q'));
  const found = publicLists(world).filter(({ name, description }) => holds(`${name}\n${description}`.toLowerCase()));
  return firstResults(question, found, (list) => toGatewayList(world, list));
};

function publicLists(world: World): readonly ListEntry[] {
  return world.lists().filter((list) => !list.private);
}

function toMember(account: Account, list: ListEntry) {
  const { counts } = account.record;
  const { followers_count: _, ...user } = toGatewayUser(account);
  return {
    ...user,
    added_at: toIsoSeconds(list.createdAtMs + (hashText(`${list.id} ${account.id}`) % 20_000_000) * 1000),
    metrics: { followers_count: counts.followers, following_count: counts.following },
  };
}

/** A private list gives 403 (assumption 7.18). */
function publicList(question: SandboxQuestion<'list_id'>): ListEntry {
  const list = foundById(question, 'list_id', question.world.list);
  return list.private ? refuse(403, 'The list is private') : list;
}

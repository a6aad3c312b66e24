import { eachOf } from '../world/lazy.ts';
import { hashText } from '../world/random.ts';
import { textTest } from '../world/search/textMatch.ts';
import { toIsoSeconds } from '../world/snowflake.ts';
import type { Account, ListEntry, World } from '../world/world.ts';
import type { Answer, Answerer, Question } from './answer.ts';
import { firstResults, foundById, gatewayPage, requiredText } from './gatewayPages.ts';
import { toGatewayList, toGatewayTweet, toGatewayUser } from './gatewayRecords.ts';
import { body, choice, limitHint, refusal } from './hints.ts';

/** Gateway reference, Lists. */
export const list: Answerer = (question) => withList(question, (found) => body(toGatewayList(question.world, found)));

/** Gateway reference, Lists. */
export const listMembers: Answerer = (question) =>
  withList(question, (found) =>
    gatewayPage(question.world.listMembers(found.id), limitHint(question, 100, 1000), (account) => toMember(account, found)),
  );

/** Gateway reference, Lists. */
export const listTweets: Answerer = (question) =>
  withList(question, (found) =>
    gatewayPage(question.world.listPosts(found.id), limitHint(question, 20, 100), (post) => toGatewayTweet(question.world, post)),
  );

/** Gateway reference, Lists: both kinds unless `type` names one (decision 7.15). */
export const userLists: Answerer = (question) => {
  const { world } = question;
  return foundById(question, 'user_id', world.account, (account) => {
    const type = choice(question, 'type', ['owned', 'subscribed', 'all'], 'all');
    const limit = limitHint(question, 20, 100);
    const shown = publicLists(world);
    const owned = type === 'subscribed' ? [] : shown.filter((found) => found.ownerId === account.id);
    const subscribed =
      type === 'owned'
        ? []
        : shown.filter((found) => [...eachOf(world.listFollowers(found.id))].some((follower) => follower.id === account.id));
    const toRecord = (found: ListEntry) => toGatewayList(world, found);
    return body({ owned_lists: owned.slice(0, limit).map(toRecord), subscribed_lists: subscribed.slice(0, limit).map(toRecord) });
  });
};

/** Gateway reference, Lists. */
export const listsSearch: Answerer = (question) =>
  requiredText(question, 'q', (q) => {
    const holds = textTest(q);
    const found = publicLists(question.world).filter((one) => holds(`${one.name}\n${one.description}`.toLowerCase()));
    return firstResults(question, found, (one) => toGatewayList(question.world, one));
  });

function publicLists(world: World): readonly ListEntry[] {
  return world.lists().filter((found) => !found.private);
}

function toMember(account: Account, found: ListEntry) {
  const { counts } = account.record;
  const { followers_count: _, ...user } = toGatewayUser(account);
  return {
    ...user,
    added_at: toIsoSeconds(found.createdAtMs + (hashText(`${found.id} ${account.id}`) % 20_000_000) * 1000),
    metrics: { followers_count: counts.followers, following_count: counts.following },
  };
}

/** A private list gives 403 (decision 7.18). */
function withList(question: Question, answer: (found: ListEntry) => Answer): Answer {
  return foundById(question, 'list_id', question.world.list, (found) =>
    found.private ? refusal(403, 'The list is private') : answer(found),
  );
}

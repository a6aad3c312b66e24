import * as z from 'zod';
import { openObject } from '../../schemas/defineObject.ts';
import {
  choiceParam,
  cursorParam,
  limitParam,
  withGatewayIdGuess,
  optionalParam,
  textParamWithGuessedLimit,
} from '../../params.ts';
import {
  gatewayListMemberSchema,
  gatewayListSchema,
  createGatewayResultsSchema,
  gatewayTweetSchema,
} from '../../schemas/gateway.ts';
import { createEndpointDefiner, createYieldsUnderData } from '../../endpoint.ts';
import { exampleValues } from '../exampleValues.ts';
import { defineGatewayPagedResult, listIdParam as primaryListId, userIdParam as primaryUserId } from '../shared.ts';

const listId = withGatewayIdGuess(primaryListId);
const userId = withGatewayIdGuess(primaryUserId);
const createUserListsSchema = () =>
  z
    .array(gatewayListSchema())
    .meta({ guess: 'The reference does not show the items of these lists; a list is assumed (assumption 7.27).' });
const defineEndpoint = createEndpointDefiner('gateway', 'lists');

export const gatewayList = defineEndpoint({
  id: 'gateway.list',
  title: 'List',
  summary: 'The name, description, owner and counts of a list.',
  path: '/list/{list_id}',
  params: z.strictObject({ list_id: listId }),
  result: gatewayListSchema,
  yields: [{ kind: 'list', at: [], id: 'id' }],
  errors: [403, 404],
});

export const gatewayListMembers = defineEndpoint({
  id: 'gateway.listMembers',
  title: 'List Members',
  summary: 'The accounts on a list.',
  path: '/list/{list_id}/members',
  params: z.strictObject({ list_id: listId, limit: limitParam(100, 1000), cursor: cursorParam }),
  ...defineGatewayPagedResult('user', gatewayListMemberSchema),
  errors: [403, 404],
});

export const gatewayListTweets = defineEndpoint({
  id: 'gateway.listTweets',
  title: 'List Posts',
  summary: 'The posts of the members of a list.',
  path: '/list/{list_id}/tweets',
  params: z.strictObject({ list_id: listId, limit: limitParam(20, 100), cursor: cursorParam }),
  ...defineGatewayPagedResult('post', gatewayTweetSchema),
  errors: [403, 404],
});

export const gatewayUserLists = defineEndpoint({
  id: 'gateway.userLists',
  title: 'User Lists',
  summary: 'The lists that a user owns and follows.',
  path: '/user/{user_id}/lists',
  params: z.strictObject({
    user_id: userId,
    type: optionalParam(
      choiceParam({ title: 'Type', help: 'The lists to include.', examples: ['owned'], serviceDefault: 'all' }, [
        'owned',
        'subscribed',
        'all',
      ]),
    ),
    limit: limitParam(20, 100),
  }),
  result: () => openObject({ owned_lists: createUserListsSchema(), subscribed_lists: createUserListsSchema() }),
  yields: [
    { kind: 'list', at: ['owned_lists'], id: 'id' },
    { kind: 'list', at: ['subscribed_lists'], id: 'id' },
  ],
  errors: [404],
});

export const gatewayListsSearch = defineEndpoint({
  id: 'gateway.listsSearch',
  title: 'Search Lists',
  summary: 'The lists that match a query.',
  path: '/lists/search',
  params: z.strictObject({
    q: textParamWithGuessedLimit({ title: 'Query', help: 'Words in the list’s name.', examples: [exampleValues.listWord] }),
    limit: limitParam(20, 100),
  }),
  result: createGatewayResultsSchema(gatewayListSchema),
  yields: createYieldsUnderData('list'),
  errors: [400],
});

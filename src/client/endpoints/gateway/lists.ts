import * as z from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { choiceParam, cursorParam, idParam, limitParam, optionalParam, textParam } from '../../params.ts';
import {
  gatewayListMemberSchema,
  gatewayListSchema,
  gatewayPageOf,
  gatewayResultsOf,
  gatewayTweetSchema,
} from '../../schemas/gateway.ts';
import { inData } from '../../yields.ts';
import { exampleValues } from '../exampleValues.ts';
import { gatewayPaging } from './gatewayPaging.ts';

const list_id = idParam({ title: 'List Id', help: 'The numeric id of the list.', examples: [exampleValues.listId] });
const service = 'gateway';
const group = 'lists';
const method = 'GET';

/** Gateway reference, Lists. */
export const gatewayList = defineEndpoint({
  id: 'gateway.list',
  service,
  group,
  title: 'List',
  summary: 'The name, description, owner and counts of a list.',
  method,
  path: '/list/{list_id}',
  params: z.strictObject({ list_id }),
  result: gatewayListSchema,
  yields: [{ kind: 'list', at: [], id: 'id' }],
  errors: [403, 404],
  example: { list_id: exampleValues.listId },
});

/** Gateway reference, Lists. */
export const gatewayListMembers = defineEndpoint({
  id: 'gateway.listMembers',
  service,
  group,
  title: 'List Members',
  summary: 'The accounts on a list.',
  method,
  path: '/list/{list_id}/members',
  params: z.strictObject({ list_id, limit: limitParam(100, 1000), cursor: cursorParam() }),
  result: gatewayPageOf(gatewayListMemberSchema),
  yields: inData('user'),
  paging: gatewayPaging,
  errors: [403, 404],
  example: { list_id: exampleValues.listId },
});

/** Gateway reference, Lists. */
export const gatewayListTweets = defineEndpoint({
  id: 'gateway.listTweets',
  service,
  group,
  title: 'List Tweets',
  summary: 'The tweets of the members of a list.',
  method,
  path: '/list/{list_id}/tweets',
  params: z.strictObject({ list_id, limit: limitParam(20, 100), cursor: cursorParam() }),
  result: gatewayPageOf(gatewayTweetSchema),
  yields: inData('post'),
  paging: gatewayPaging,
  errors: [403, 404],
  example: { list_id: exampleValues.listId },
});

/** Gateway reference, Lists. */
export const gatewayUserLists = defineEndpoint({
  id: 'gateway.userLists',
  service,
  group,
  title: 'Lists of User',
  summary: 'The lists that a user owns and follows.',
  method,
  path: '/user/{user_id}/lists',
  params: z.strictObject({
    user_id: idParam({ title: 'User Id', help: 'The numeric id of the account.', examples: [exampleValues.userId] }),
    type: optionalParam(
      choiceParam({ title: 'Type', help: 'Which lists.', examples: ['owned'], serviceDefault: 'all' }, [
        'owned',
        'subscribed',
        'all',
      ]),
    ),
    limit: limitParam(20, 100),
  }),
  result: z.looseObject({ owned_lists: z.array(gatewayListSchema), subscribed_lists: z.array(gatewayListSchema) }),
  yields: [
    { kind: 'list', at: ['owned_lists'], id: 'id' },
    { kind: 'list', at: ['subscribed_lists'], id: 'id' },
  ],
  errors: [404],
  example: { user_id: exampleValues.userId },
});

/** Gateway reference, Lists. */
export const gatewayListsSearch = defineEndpoint({
  id: 'gateway.listsSearch',
  service,
  group,
  title: 'Search Lists',
  summary: 'The lists that match a query.',
  method,
  path: '/lists/search',
  params: z.strictObject({
    q: textParam({ title: 'Query', help: 'Words of the list’s name.', examples: [exampleValues.listWord] }, 512),
    limit: limitParam(20, 100),
  }),
  result: gatewayResultsOf(gatewayListSchema),
  yields: inData('list'),
  errors: [400],
  example: { q: exampleValues.listWord },
});

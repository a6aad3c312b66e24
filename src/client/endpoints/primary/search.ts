import * as z from 'zod';
import { choiceParam, optionalParam, textParam } from '../../params.ts';
import { createCollectionSchema, tweetSchema, userSchema } from '../../schemas/primary.ts';
import { createEndpointDefiner, createYieldsUnderData } from '../../endpoint.ts';
import { filtersSchema, refineSearchParams } from '../../search/filtersSchema.ts';
import { exampleValues } from '../exampleValues.ts';
import { primaryCollectionPaging, primaryPageParams } from '../shared.ts';

const defineEndpoint = createEndpointDefiner('primary', 'search');

/** Primary reference, GET /search. */
export const searchCategories = ['Top', 'Latest', 'People', 'Photos', 'Videos'] as const;
export const defaultSearchTab = 'Top';

export const search = defineEndpoint({
  id: 'primary.search',
  title: 'Search',
  summary: 'Posts or people that match a query.',
  path: '/search',
  aliases: [
    { method: 'POST', path: '/search', note: 'The body is ignored; the parameters are in the query.' },
    { method: 'GET', path: '/search/{searchItem}', note: 'The query is in the path.' },
    { method: 'POST', path: '/search/{searchItem}', note: 'The query is in the path; the body is ignored.' },
    { method: 'GET', path: '/search_v2', note: "Control characters in the query aren't checked." },
    { method: 'POST', path: '/search_v2', note: "Control characters in the query aren't checked; the body is ignored." },
  ],
  params: z
    .strictObject({
      searchItem: optionalParam(
        textParam(
          {
            title: 'Query',
            help: 'Words and operators. Optional if filters are set.',
            examples: [exampleValues.searchWord],
          },
          512,
        ),
      ),
      category: optionalParam(
        choiceParam(
          { title: 'Tab', help: 'Which results to return.', examples: ['Latest'], serviceDefault: defaultSearchTab },
          searchCategories,
        ),
      ),
      ...primaryPageParams,
      filters: filtersSchema.optional().meta({
        title: 'Filters',
        help: 'Filters are added to the query as operators.',
        examples: [{ minimumLikesCount: 5 }],
      }),
    })
    .superRefine(refineSearchParams),
  paramAliases: { searchItem: ['query'] },
  result: () => z.union([createCollectionSchema(tweetSchema)(), createCollectionSchema(userSchema)()]),
  yields: [...createYieldsUnderData('post'), ...createYieldsUnderData('user')],
  upstreamQuery: 'SearchTimeline',
  paging: primaryCollectionPaging,
  newestFirst: { category: 'Latest' },
  errors: [400, 422, 502],
  example: { searchItem: exampleValues.searchWord, category: 'Latest', count: 20 },
});

import * as z from 'zod';
import { idParam, optionalParam, pathTextParam, textParamWithGuessedLimit } from '../../params.ts';
import { createCollectionSchema, jobSchema, locationSuggestionSchema, createSingleObjectSchema } from '../../schemas/primary.ts';
import { createEndpointDefiner, createYieldsUnderData } from '../../endpoint.ts';
import { exampleValues } from '../exampleValues.ts';
import { definePrimaryPagedResult, primaryPageParams } from '../shared.ts';

const fieldsGuess = "The reference doesn't show a job listing's fields (assumption 6.9).";
const defineEndpoint = createEndpointDefiner('primary', 'jobs');

export const jobsSearch = defineEndpoint({
  id: 'primary.jobsSearch',
  title: 'Search Jobs',
  summary: 'Job listings that match a keyword.',
  path: '/jobs/search/{searchTerm}',
  params: z.strictObject({
    searchTerm: pathTextParam({ title: 'Keyword', help: 'The topic.', examples: [exampleValues.jobWord] }, 512),
    jobLocationId: optionalParam(
      textParamWithGuessedLimit(
        {
          title: 'Location ID',
          help: 'A place ID from Find Job Location.',
          examples: [exampleValues.jobLocationId],
          isName: true,
        },
        128,
      ),
    ),
    ...primaryPageParams,
  }),
  ...definePrimaryPagedResult('job', jobSchema),
  errors: [400],
  guesses: [
    'The reference names no parameters except the keyword and jobLocationId; count and cursor are assumed (assumption 6.9).',
    fieldsGuess,
  ],
});

/** Parameters and schema: assumptions 6.9, 6.10. */
export const job = defineEndpoint({
  id: 'primary.job',
  title: 'Job',
  summary: 'A job listing.',
  path: '/jobs/{jobId}',
  params: z.strictObject({
    jobId: idParam({ title: 'Job ID', help: 'The numeric ID.', examples: [exampleValues.jobId] }),
  }),
  result: createSingleObjectSchema(jobSchema),
  yields: createYieldsUnderData('job'),
  errors: [400, 422],
  guesses: [fieldsGuess],
});

/** No match is an empty collection (assumption 6.11). */
export const jobsFindLocation = defineEndpoint({
  id: 'primary.jobsFindLocation',
  title: 'Find Job Location',
  summary: 'Up to 10 places for narrowing a job search.',
  path: '/jobs/find-location/{term}',
  params: z.strictObject({
    term: pathTextParam({ title: 'Place', help: 'A place name.', examples: [exampleValues.placeName] }, 512),
  }),
  result: createCollectionSchema(locationSuggestionSchema),
  yields: createYieldsUnderData('place'),
  upstreamQuery: 'LocationSelectorQuery',
  errors: [400],
});

import * as z from 'zod';
import { openObject } from '../../schemas/defineObject.ts';
import { createEndpointDefiner, createYieldsUnderData } from '../../endpoint.ts';
import {
  choiceParam,
  countParamWithGuessedMax,
  cursorParam,
  dayParam,
  flagParam,
  handleFormatGuess,
  limitParam,
  commaSeparatedParam,
  numberParam,
  optionalParam,
  handleParamWithoutAt,
  textParam,
} from '../../params.ts';
import { gatewayPlacedTweetSchema, gatewayTweetSchema, hashtagStatsSchema } from '../../schemas/gateway.ts';
import { exampleValues } from '../exampleValues.ts';
import { defineGatewayPagedResult, gatewayPaging, requiredHashtagParam } from '../shared.ts';

const defineEndpoint = createEndpointDefiner('gateway', 'search');

/** The platform's own search limit; the reference doesn't state one. */
const maxQueryLength = 512;
const maxRadiusKm = 25;
const kmPerUnit: Readonly<Record<string, number>> = { km: 1, mi: 1.609344, m: 0.001 };

const untilGuess = "The reference doesn't say whether the last day is included; it is assumed not to be (assumption 7.29).";

const query = textParam(
  {
    ...{ title: 'Query', help: 'Words, exact phrases in double quotes, and OR.', examples: [exampleValues.searchWord] },
    guess: "The reference states no maximum query length; the primary service's is assumed (assumption 7.23).",
  },
  maxQueryLength,
);
const language = z
  .string()
  .regex(/^[a-z]{2}$/, 'must be a language code of two lowercase letters')
  .meta({ title: 'Language', help: 'ISO 639-1, for example en.', examples: ['en'] });
const radius = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,6})?(km|mi|m)$/, 'must be a distance like 10km, 5mi, or 1000m')
  .refine(isRadiusWithinLimit, `must be at most ${maxRadiusKm}km`)
  .meta({
    title: 'Radius',
    help: 'Distance from the point, at most 25 km.',
    examples: [exampleValues.radius],
    serviceDefault: '10km',
  });
const verifiedOnly = optionalParam(
  flagParam({ title: 'Verified Only', help: 'Only posts by verified accounts.', examples: [true], serviceDefault: false }),
);
const pagedTweetsRowFields = defineGatewayPagedResult('post', gatewayTweetSchema);
/** Gateway reference, Search, Responses. */
const createFoundTweetsSchema = (more: Readonly<Record<string, z.ZodType>>) => () =>
  openObject({
    data: z.array(gatewayTweetSchema()),
    meta: openObject({
      result_count: z.int(),
      next_cursor: z.string().nullish(),
      query: z
        .unknown()
        .meta({ guess: "The reference doesn't show the content of query; anything is accepted (assumption 7.27)." }),
      ...more,
    }),
  });

export const gatewaySearchTweets = defineEndpoint({
  id: 'gateway.searchTweets',
  title: 'Search Posts',
  summary: 'Posts that match a query.',
  path: '/search/tweets',
  params: z.strictObject({
    q: query,
    limit: limitParam(20, 100),
    cursor: cursorParam,
    lang: optionalParam(language),
    since: optionalParam(dayParam({ title: 'Since', help: 'Posts on or after this date.', examples: ['2026-01-01'] })),
    until: optionalParam(
      dayParam({ title: 'Until', help: 'Posts before this date.', examples: ['2026-01-31'], guess: untilGuess }),
    ),
    from: optionalParam(
      handleParamWithoutAt({
        title: 'From',
        help: 'A handle, without @.',
        examples: [exampleValues.handle],
      }),
    ),
    to: optionalParam(
      handleParamWithoutAt({
        title: 'To',
        help: 'A handle, without @.',
        examples: [exampleValues.otherHandle],
      }),
    ),
    filter: optionalParam(
      choiceParam(
        {
          ...{ title: 'Filter', help: 'The type of posts.', examples: ['latest'] },
          guess: "The reference doesn't state the default order of posts; newest first is assumed (assumption 7.30).",
        },
        ['top', 'latest', 'media', 'videos', 'images', 'links'],
      ),
    ),
    verified_only: verifiedOnly,
    min_replies: minimumCountParam('Minimum Replies'),
    min_likes: minimumCountParam('Minimum Likes'),
    min_retweets: minimumCountParam('Minimum Reposts'),
  }),
  ...pagedTweetsRowFields,
  result: createFoundTweetsSchema({}),
  newestFirst: { filter: 'latest' },
  errors: [400],
  example: { q: exampleValues.searchWord, limit: 20 },
});

/** Gateway reference, POST /search/advanced: the parameters are the JSON body. `cursor`: assumption 7.11. */
export const gatewaySearchAdvanced = defineEndpoint({
  id: 'gateway.searchAdvanced',
  title: 'Advanced Search',
  summary: 'Posts that match words, authors, dates, engagement, and content.',
  method: 'POST',
  path: '/search/advanced',
  params: z
    .strictObject({
      query: z
        .strictObject({
          keywords: wordsParam('Keywords', 'Words to search for.'),
          hashtags: wordsParam('Hashtags', 'Hashtags to search for.'),
          mention: optionalParam(
            textParam({ title: 'Mention', help: 'A handle that the post mentions.', guess: handleFormatGuess }, 16),
          ),
          exclude_keywords: wordsParam('Excluded Keywords', 'Words that must not be in the tweet.'),
          exclude_hashtags: wordsParam('Excluded Hashtags', 'Hashtags that must not be in the tweet.'),
        })
        .optional()
        .meta({
          title: 'Query',
          help: 'Only posts that match these words, hashtags, and mentions.',
          examples: [{ keywords: [exampleValues.searchWord] }],
        }),
      filters: z
        .strictObject({
          date_range: z
            .strictObject({
              from: optionalParam(dayParam({ title: 'From', examples: ['2026-01-01'] })),
              to: optionalParam(dayParam({ title: 'To', examples: ['2026-01-31'], guess: untilGuess })),
            })
            .optional()
            .meta({ title: 'Days' }),
          engagement: z
            .strictObject({
              min_likes: minimumCountParam('Minimum Likes'),
              min_retweets: minimumCountParam('Minimum Reposts'),
              min_replies: minimumCountParam('Minimum Replies'),
            })
            .optional()
            .meta({ title: 'Engagement' }),
          author: z
            .strictObject({
              verified_only: verifiedOnly.meta({
                ...verifiedOnly.meta(),
                guess: 'The reference states no default; false is assumed (assumption 7.11).',
              }),
              min_followers: minimumCountParam('Minimum Followers'),
            })
            .optional()
            .meta({ title: 'Author' }),
          content_type: z
            .strictObject({
              has_media: optionalParam(flagParam({ title: 'With Media' })),
              has_video: optionalParam(flagParam({ title: 'With Video' })),
              has_links: optionalParam(flagParam({ title: 'With Links' })),
            })
            .optional()
            .meta({ title: 'Content' }),
          language: optionalParam(
            language.meta({
              ...language.meta(),
              guess: "The reference doesn't name the codes; ISO 639-1 is assumed (assumption 7.11).",
            }),
          ),
        })
        .optional()
        .meta({ title: 'Filters', help: 'Only posts that match these filters.', examples: [{ engagement: { min_likes: 5 } }] }),
      sort: optionalParam(
        choiceParam({ title: 'Order', help: 'The only documented order.', examples: ['engagement'] }, ['engagement']),
      ),
      limit: limitParam(20, 100).meta({
        ...limitParam(20, 100).meta(),
        guess: 'The reference states no default or maximum; 20 and 100 are assumed (assumption 7.11).',
      }),
      cursor: cursorParam.meta({
        ...cursorParam.meta(),
        guess: "The reference doesn't show how to get the next page; cursor is assumed (assumption 7.11).",
      }),
    })
    .refine((params) => hasContent(params.query) || hasContent(params.filters), {
      path: ['query'],
      message: 'or Filters is required',
    }),
  ...pagedTweetsRowFields,
  result: createFoundTweetsSchema({
    query_complexity: z.unknown().optional().meta({
      guess: 'The reference says that there may be metadata on query complexity; the field name is assumed (assumption 7.11).',
    }),
  }),
  errors: [400],
  guesses: ["The reference doesn't show how to get the next page; cursor is assumed in the body (assumption 7.11)."],
  example: { query: { keywords: [exampleValues.searchWord] }, limit: 20 },
});

export const gatewaySearchHashtag = defineEndpoint({
  id: 'gateway.searchHashtag',
  title: 'Search Hashtag',
  summary: "Posts with a hashtag, and the hashtag's metrics.",
  path: '/search/hashtag/{hashtag}',
  params: z.strictObject({
    hashtag: requiredHashtagParam,
    limit: limitParam(20, 100),
    filter: optionalParam(
      choiceParam({ title: 'Filter', help: 'The sort order.', examples: ['top'], serviceDefault: 'latest' }, ['top', 'latest']),
    ),
    cursor: cursorParam,
  }),
  result: () =>
    openObject({
      hashtag: z.string(),
      data: z.array(gatewayTweetSchema()),
      meta: openObject({ result_count: z.int(), hashtag_stats: hashtagStatsSchema(), next_cursor: z.string().nullish() }),
    }),
  yields: createYieldsUnderData('post'),
  paging: gatewayPaging,
  newestFirst: { filter: 'latest' },
  example: { hashtag: exampleValues.hashtag, limit: 20 },
});

export const gatewaySearchLocation = defineEndpoint({
  id: 'gateway.searchLocation',
  title: 'Search near Point',
  summary: 'Posts that match a query and were written near a point.',
  path: '/search/location',
  params: z.strictObject({
    q: query,
    latitude: numberParam(
      { title: 'Latitude', help: 'In degrees; north is positive.', examples: [exampleValues.latitude] },
      -90,
      90,
    ),
    longitude: numberParam(
      { title: 'Longitude', help: 'In degrees; east is positive.', examples: [exampleValues.longitude] },
      -180,
      180,
    ),
    radius: optionalParam(radius),
    limit: limitParam(20, 100),
    cursor: cursorParam,
  }),
  result: () =>
    openObject({
      data: z.array(gatewayPlacedTweetSchema()),
      meta: openObject({
        result_count: z.int(),
        search_location: openObject({
          lat: z.number(),
          lon: z.number(),
          radius: z
            .union([z.string(), z.number()])
            .meta({ guess: "The reference doesn't say whether this is text or a number; both are accepted (assumption 7.27)." }),
        }),
        next_cursor: z.string().nullish(),
      }),
    }),
  yields: createYieldsUnderData('post'),
  paging: gatewayPaging,
  errors: [400],
  guesses: ['The reference shows no cursor in the response; meta.next_cursor is assumed (assumption 7.12).'],
  example: {
    q: exampleValues.searchWord,
    latitude: exampleValues.latitude,
    longitude: exampleValues.longitude,
    radius: exampleValues.radius,
  },
});

function minimumCountParam(title: string) {
  return optionalParam(countParamWithGuessedMax({ title, help: 'Excludes posts below this count.', examples: [5] }));
}

function wordsParam(title: string, help: string) {
  return optionalParam(
    commaSeparatedParam(
      {
        ...{ title, help, examples: [[exampleValues.searchWord]] },
        guess: 'The reference states no maximum number of words; 100 words of 512 characters are assumed (assumption 7.26).',
      },
      textParam({ title: 'Word' }, maxQueryLength),
      100,
    ),
  );
}

function isRadiusWithinLimit(text: string): boolean {
  const match = /^([\d.]+)(km|mi|m)$/.exec(text);
  return match === null || Number(match[1]) * (kmPerUnit[match[2] ?? ''] ?? Number.POSITIVE_INFINITY) <= maxRadiusKm;
}

/** The service rejects an empty search (assumption 7.11). */
function hasContent(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.values(value).some(hasContent) : value !== undefined;
}

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

/** The reference names no maximum length of a query; that of the platform's own search stands in. */
const maxQueryLength = 512;
const maxRadiusKm = 25;
const kmPerUnit: Readonly<Record<string, number>> = { km: 1, mi: 1.609344, m: 0.001 };

const untilGuess = 'The reference does not say whether the last day counts; it does not here (assumption 7.29).';

const query = textParam(
  {
    ...{ title: 'Query', help: 'Words, exact phrases in double quotes, OR.', examples: [exampleValues.searchWord] },
    guess: 'The reference states no maximum length of a query; that of the primary service is assumed (assumption 7.23).',
  },
  maxQueryLength,
);
const language = z
  .string()
  .regex(/^[a-z]{2}$/, 'takes a language code of two small letters')
  .meta({ title: 'Language', help: 'ISO 639-1, for example en.', examples: ['en'] });
const radius = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,6})?(km|mi|m)$/, 'takes a distance such as 10km, 5mi or 1000m')
  .refine(isRadiusWithinLimit, `is at most ${maxRadiusKm}km`)
  .meta({
    title: 'Radius',
    help: 'Distance from the point, at most 25km.',
    examples: [exampleValues.radius],
    serviceDefault: '10km',
  });
const verifiedOnly = optionalParam(
  flagParam({ title: 'Verified Only', help: 'Only posts by verified accounts.', examples: [true], serviceDefault: false }),
);
const pagedTweetsRowFields = defineGatewayPagedResult('post', gatewayTweetSchema);
/** A page that says what was searched for (gateway reference, Search, Responses). */
const createFoundTweetsSchema = (more: Readonly<Record<string, z.ZodType>>) => () =>
  openObject({
    data: z.array(gatewayTweetSchema()),
    meta: openObject({
      result_count: z.int(),
      next_cursor: z.string().nullish(),
      query: z.unknown().meta({ guess: 'The reference does not show what query holds; anything is taken (assumption 7.27).' }),
      ...more,
    }),
  });

export const gatewaySearchTweets = defineEndpoint({
  id: 'gateway.searchTweets',
  title: 'Search Posts',
  summary: 'The posts that match a query.',
  path: '/search/tweets',
  params: z.strictObject({
    q: query,
    limit: limitParam(20, 100),
    cursor: cursorParam,
    lang: optionalParam(language),
    since: optionalParam(dayParam({ title: 'Since', help: 'Posts on or after this day.', examples: ['2026-01-01'] })),
    until: optionalParam(
      dayParam({ title: 'Until', help: 'Posts before this day.', examples: ['2026-01-31'], guess: untilGuess }),
    ),
    from: optionalParam(
      handleParamWithoutAt({
        title: 'From',
        help: 'The handle of the author, without @.',
        examples: [exampleValues.handle],
      }),
    ),
    to: optionalParam(
      handleParamWithoutAt({
        title: 'To',
        help: 'The handle that the post replies to, without @.',
        examples: [exampleValues.otherHandle],
      }),
    ),
    filter: optionalParam(
      choiceParam(
        {
          ...{ title: 'Filter', help: 'The kind of posts.', examples: ['latest'] },
          guess:
            'The reference does not say in which order posts come without it; the newest first is assumed (assumption 7.30).',
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
  errors: [400],
  example: { q: exampleValues.searchWord, limit: 20 },
});

/** Gateway reference, POST /search/advanced: the parameters are the JSON body. `cursor`: assumption 7.11. */
export const gatewaySearchAdvanced = defineEndpoint({
  id: 'gateway.searchAdvanced',
  title: 'Advanced Search',
  summary: 'The posts that match words, authors, dates, engagement and content.',
  method: 'POST',
  path: '/search/advanced',
  params: z
    .strictObject({
      query: z
        .strictObject({
          keywords: wordsParam('Keywords', 'Words to look for.'),
          hashtags: wordsParam('Hashtags', 'Hashtags to look for.'),
          mention: optionalParam(
            textParam({ title: 'Mention', help: 'A handle that the post mentions.', guess: handleFormatGuess }, 16),
          ),
          exclude_keywords: wordsParam('Without Keywords', 'Words that may not be in the tweet.'),
          exclude_hashtags: wordsParam('Without Hashtags', 'Hashtags that may not be in the tweet.'),
        })
        .optional()
        .meta({
          title: 'Query',
          help: 'Only posts that match these words, hashtags and mentions.',
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
                guess: 'The reference states no default here; false is assumed (assumption 7.11).',
              }),
              min_followers: minimumCountParam('Followers, at Least'),
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
              guess: 'The reference names no codes here; ISO 639-1 is assumed (assumption 7.11).',
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
        guess: 'The reference states neither default nor maximum here; 20 and 100 are assumed (assumption 7.11).',
      }),
      cursor: cursorParam.meta({
        ...cursorParam.meta(),
        guess: 'The reference shows no way to the next page; cursor is assumed (assumption 7.11).',
      }),
    })
    .refine((params) => hasContent(params.query) || hasContent(params.filters), {
      path: ['query'],
      message: 'or Filters is needed',
    }),
  ...pagedTweetsRowFields,
  result: createFoundTweetsSchema({
    query_complexity: z.unknown().optional().meta({
      guess:
        'The reference says that there may be metadata on query complexity; the name of the field is assumed (assumption 7.11).',
    }),
  }),
  errors: [400],
  guesses: ['The reference shows no way to the next page; cursor is assumed in the body (assumption 7.11).'],
  example: { query: { keywords: [exampleValues.searchWord] }, limit: 20 },
});

export const gatewaySearchHashtag = defineEndpoint({
  id: 'gateway.searchHashtag',
  title: 'Search Hashtag',
  summary: 'The posts with a hashtag, and metrics for the hashtag.',
  path: '/search/hashtag/{hashtag}',
  params: z.strictObject({
    hashtag: requiredHashtagParam,
    limit: limitParam(20, 100),
    filter: optionalParam(
      choiceParam({ title: 'Filter', help: 'The order of the posts.', examples: ['top'], serviceDefault: 'latest' }, [
        'top',
        'latest',
      ]),
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
  example: { hashtag: exampleValues.hashtag, limit: 20 },
});

export const gatewaySearchLocation = defineEndpoint({
  id: 'gateway.searchLocation',
  title: 'Search near Point',
  summary: 'The posts that match a query and were written near a point.',
  path: '/search/location',
  params: z.strictObject({
    q: query,
    latitude: numberParam(
      { title: 'Latitude', help: 'Degrees, north is positive.', examples: [exampleValues.latitude] },
      -90,
      90,
    ),
    longitude: numberParam(
      { title: 'Longitude', help: 'Degrees, east is positive.', examples: [exampleValues.longitude] },
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
            .meta({ guess: 'The reference does not say whether this is a text or a number; both are taken (assumption 7.27).' }),
        }),
        next_cursor: z.string().nullish(),
      }),
    }),
  yields: createYieldsUnderData('post'),
  paging: gatewayPaging,
  errors: [400],
  guesses: ['The reference shows no cursor in the answer; meta.next_cursor is assumed (assumption 7.12).'],
  example: {
    q: exampleValues.searchWord,
    latitude: exampleValues.latitude,
    longitude: exampleValues.longitude,
    radius: exampleValues.radius,
  },
});

function minimumCountParam(title: string) {
  return optionalParam(countParamWithGuessedMax({ title, help: 'Posts below this count are left out.', examples: [5] }));
}

function wordsParam(title: string, help: string) {
  return optionalParam(
    commaSeparatedParam(
      {
        ...{ title, help, examples: [[exampleValues.searchWord]] },
        guess: 'The reference states no maximum of words; 100 of 512 characters are assumed (assumption 7.26).',
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

/** Whether anything is stated, at any depth: an empty search is refused by the service (assumption 7.11). */
function hasContent(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.values(value).some(hasContent) : value !== undefined;
}

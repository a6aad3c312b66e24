import * as z from 'zod';
import { checkParams } from '../../../client/checkParams.ts';
import type { Endpoint, ParamsSchema } from '../../../client/endpoint.ts';
import { exampleValues } from '../../../client/endpoints/exampleValues.ts';
import { search } from '../../../client/endpoints/primary/search.ts';
import { tweet } from '../../../client/endpoints/primary/tweets.ts';
import { findEndpointById, endpoints } from '../../../client/endpoints/table.ts';
import { applySearchFix, checkQuery } from '../../../client/search/checkQuery.ts';
import { suggestSimilarName } from '../../../client/search/suggestSimilarName.ts';
import { getSearchFaultSeverity, describeSearchFault, fillPlaceholders } from '../../../client/search/describeSearchFault.ts';
import { toLookUpChoices } from '../../lookUp/index.ts';
import { parseLookUpInput } from '../../../core/records/parseLookUpInput.ts';
import { AgentFault, createInputFault } from '../agentFault.ts';
import type { AgentServices } from '../agentServices.ts';
import { type AgentTool, createTool, textParam, type ToolMetadata } from '../agentTool.ts';
import { sendAgentRequest, type LiveRequest } from '../sendAgentRequest.ts';
import { toNextPageRequest, toToolResult } from '../responseLines.ts';

/** Sends at most one request. */
function createLiveTool<P extends ParamsSchema>(
  row: ToolMetadata<P>,
  query: (services: AgentServices, input: z.output<P>) => LiveRequest,
): AgentTool {
  return createTool('live', row, async (services, input, stop) => {
    const response = await sendAgentRequest(services, query(services, input), stop);
    return toToolResult(services, response, { from: 1 });
  });
}

const lookUpSubjects = ['user', 'thread', 'list', 'community', 'space', 'hashtag'] as const;

const lookUpTool = createLiveTool(
  {
    name: 'look_up',
    title: 'Look Up',
    description:
      'Looks up an account by handle or ID, a post with its replies, a list, a community, a Space, or a hashtag. Pass a handle, a link, or an ID. Free from history; otherwise one request.',
    input: z.strictObject({
      text: textParam('A handle with @, a link, or an ID as a string of digits.', 512),
      as: z.enum(lookUpSubjects).optional().meta({ help: 'What the ID identifies, if it is ambiguous.' }),
    }),
    example: { text: `@${exampleValues.handle}`, as: 'user' },
  },
  (_, { text, as }) => {
    const choices = parseLookUpInput(text)
      .flatMap(toLookUpChoices)
      .filter(({ subject }) => lookUpSubjects.some((one) => one === subject));
    const choice = choices.find(({ subject }) => as === undefined || subject === as);
    if (choice === undefined) {
      const [first] = choices;
      throw createInputFault(
        "The text doesn't identify any of these.",
        first === undefined
          ? `a handle with @, a link, or an ID; for words, use search ${JSON.stringify({ query: 'the words' })}.`
          : JSON.stringify({ text: first.value, as: first.subject }),
      );
    }
    return choice.subject === 'thread'
      ? createThreadQuery(choice.params)
      : createSimpleFormatQuery(choice.endpoint, choice.params);
  },
);

const searchTool = createLiveTool(
  {
    name: 'search',
    title: 'Search',
    description:
      "Searches posts or people with the platform's operators (from:, since:, min_faves:, lang:, OR, quotes, …). An invalid query is rejected at no charge, with a corrected query. Free from history; otherwise one request.",
    input: z.strictObject({
      query: z.string().trim().min(1).max(1_024).meta({ help: 'Words and operators, at most 512 characters.' }),
      tab: z
        .enum(['Latest', 'Top', 'People', 'Photos', 'Videos'])
        .optional()
        .meta({ help: 'Defaults to Latest. People finds accounts.' }),
    }),
    example: { query: `${exampleValues.searchWord} lang:en`, tab: 'Latest' },
  },
  (_, { query, tab = 'Latest' }) => {
    throwIfQueryInvalid(query);
    return createSimpleFormatQuery(search, { searchItem: query, category: tab });
  },
);

const readThreadTool = createLiveTool(
  {
    name: 'read_thread',
    title: 'Read Thread',
    description:
      "Reads a post, the posts it replies to, and its replies, in order; 're' is the row that a row replies to. Free from history; otherwise one request.",
    input: z.strictObject({
      post: textParam("A post's link, or its ID as a string of digits.", 512),
      order: z.enum(['Relevance', 'Recency', 'Likes']).optional().meta({ help: 'The sort order.' }),
    }),
    example: { post: exampleValues.tweetId },
  },
  (_, { post, order = 'Relevance' }) => {
    const choice = parseLookUpInput(post)
      .flatMap(toLookUpChoices)
      .find(({ subject }) => subject === 'thread');
    if (choice === undefined) {
      throw createInputFault("This isn't a post link or ID.", JSON.stringify({ post: exampleValues.tweetId }));
    }
    return createThreadQuery({ ...choice.params, ...(order === 'Relevance' ? {} : { rankingMode: order }) });
  },
);

const callEndpointTool = createLiveTool(
  {
    name: 'call_endpoint',
    title: 'Call Endpoint',
    description:
      "Sends a request to any endpoint, such as an account's followers or posts, a list's members, or a post's reposts; describe_endpoint lists its parameters. To find a handle's ID, use look_up. Free from history; otherwise one request.",
    input: z.strictObject({
      endpoint: textParam('Its ID, such as primary.userAbout.'),
      // the endpoint's own schema validates them, with better messages
      params: z.record(z.string(), z.unknown()).optional().meta({ help: 'By name; IDs are strings.' }),
    }),
    example: { endpoint: 'primary.userAbout', params: { username: exampleValues.handle } },
  },
  (_, { endpoint, params = {} }) => {
    const row = requireEndpoint(endpoint);
    if (row.id === search.id && typeof params['searchItem'] === 'string') {
      throwIfQueryInvalid(params['searchItem']);
    }
    return createSimpleFormatQuery(row, addMaxPageSize(row, params));
  },
);

const nextPageTool = createLiveTool(
  {
    name: 'next_page',
    title: 'Get Next Page',
    description: 'Reads the page that follows a response. Free from history; otherwise one request.',
    input: z.strictObject({
      after: textParam("The response's ID, as given with the price of its next page."),
    }),
    example: { after: '0mf8x2k1q-0000-abcdefgh' },
  },
  (services, { after }) => toNextPageRequest(services, after),
);

export const liveTools: readonly AgentTool[] = [lookUpTool, searchTool, readThreadTool, callEndpointTool, nextPageTool];

/** @throws AgentFault that suggests the most similar id */
export function requireEndpoint(id: string): Endpoint {
  const endpoint = findEndpointById(id);
  if (endpoint === undefined) {
    const nearest = suggestSimilarName(
      id,
      endpoints.map((one) => one.id),
    );
    throw createInputFault('No endpoint has this ID.', nearest ?? 'an ID that describe_endpoint {} lists.');
  }
  return endpoint;
}

function createSimpleFormatQuery(endpoint: Endpoint, params: LiveRequest['params']): LiveRequest {
  return { endpoint, params, formats: ['simple'] };
}

/** Prefers the raw format, which the editor's threads use, so a response is paid for only once. */
function createThreadQuery(params: LiveRequest['params']): LiveRequest {
  return { endpoint: tweet, params, formats: ['raw', 'simple'] };
}

/** The largest page, because the price doesn't depend on the size. The editor's views use the same. */
const pageSize = 100;

function addMaxPageSize(endpoint: Endpoint, params: LiveRequest['params']): LiveRequest['params'] {
  const name = ['count', 'limit'].find((one) => one in endpoint.params.shape);
  if (name === undefined || name in params) {
    return params;
  }
  const sized = { ...params, [name]: pageSize };
  return checkParams(endpoint, sized).some(({ param }) => param === name) ? params : sized;
}

/** The maximum number of errors to fix in a query to suggest a valid one. */
const maxQueryFixes = 8;

/** @throws AgentFault with all errors and a corrected query */
function throwIfQueryInvalid(query: string): void {
  const faults = checkQuery(query).filter((fault) => getSearchFaultSeverity(fault) === 'error');
  if (faults.length === 0) {
    return;
  }
  const messages = faults.map((fault) => fillPlaceholders(describeSearchFault(fault))).join(' ');
  const corrected = correctQuery(query);
  const instead = corrected === undefined ? 'a shorter query with plain words.' : JSON.stringify({ query: corrected });
  throw new AgentFault('input', `${messages} Nothing was sent. Send instead: ${instead}`, { fixableBy: 'agent' });
}

function correctQuery(query: string): string | undefined {
  let text = query;
  for (let fixes = 0; fixes < maxQueryFixes; fixes += 1) {
    const fault = checkQuery(text).find((one) => getSearchFaultSeverity(one) === 'error');
    if (fault === undefined) {
      return text.trim() === '' ? undefined : text;
    }
    const [fix] = fault.fixes;
    if (fix === undefined) {
      return undefined;
    }
    text = applySearchFix(text, fix);
  }
  return undefined;
}

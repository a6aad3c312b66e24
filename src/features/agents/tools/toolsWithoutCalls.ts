import * as z from 'zod';
import type { Endpoint } from '../../../client/endpoint.ts';
import { endpoints } from '../../../client/endpoints/table.ts';
import type { Exchange } from '../../../client/exchange.ts';
import type { BudgetState } from '../../../client/policies/budget.ts';
import { toPage } from '../../../client/records/toPage.ts';
import { isErrorStatus } from '../../../client/toAnswerError.ts';
import { getParamEncoding, type ParamEncoding } from '../../../client/wire.ts';
import { getBudgetLeft, noCost } from '../../../core/cost/cost.ts';
import { formatDollars, getBudgetTitle } from '../../../core/cost/formatCost.ts';
import { isPaidService } from '../../../core/cost/price.ts';
import { getRecordColumns } from '../../../core/table/recordTable.ts';
import { AgentFault, createInputFault, type FixableBy, formatStoreAdvice } from '../agentFault.ts';
import { type ListedFixture, checkFixtureName } from '../../fixtures/index.ts';
import type { AgentServices, KeptAnswerSummary, FixtureSaveResult } from '../agentServices.ts';
import { type AgentTool, createTool, type ToolResult } from '../agentTool.ts';
import { quoteLiveQuestion } from '../askServiceForAgent.ts';
import { formatLivePrice, requireKeptAnswer, toToolResult } from '../answerLines.ts';
import { listRecordFieldNames } from '../formatRecordLines.ts';
import { formatUntrustedLine } from '../untrusted.ts';
import { requireEndpoint } from './liveTools.ts';

const listSize = 20;
const maxLineFieldCharacters = 200;

const describeEndpointTool = createTool(
  'kept',
  {
    name: 'describe_endpoint',
    title: 'Describe Endpoint',
    description: 'Lists the endpoints of both services, or says what one takes, gives and costs. Free; asks nobody.',
    input: z.strictObject({
      endpoint: z.string().min(1).max(64).optional().meta({ title: 'endpoint', help: 'Its id; all are listed when left out.' }),
      words: z.string().min(1).max(64).optional().meta({ title: 'words', help: 'Lists those that have all of these words.' }),
    }),
    example: { endpoint: 'primary.userFollowers' },
  },
  (services, { endpoint, words = '' }) => {
    if (endpoint !== undefined) {
      return createNotesResult(describeEndpointForAgent(services, requireEndpoint(endpoint)));
    }
    const wanted = words.toLowerCase().split(/\s+/);
    const found = endpoints.filter(({ id, title, summary }) => {
      const text = `${id} ${title} ${summary}`.toLowerCase();
      return wanted.every((word) => text.includes(word));
    });
    return createNotesResult([
      `${found.length} of ${endpoints.length} endpoints. describe_endpoint with "endpoint" says what one takes.`,
      ...found.map(({ id, title }) => `${id}: ${title}`),
    ]);
  },
);

const readKeptTool = createTool(
  'kept',
  {
    name: 'read_kept',
    title: 'Read Kept Answer',
    description:
      'Reads answers that are kept on this machine: lists them, newest first, or reads one by its id, from any record, with chosen fields. Free; asks nobody.',
    input: z.strictObject({
      answer: z
        .string()
        .min(1)
        .max(64)
        .optional()
        .meta({ title: 'answer', help: 'The id of an answer; left out: they are listed.' }),
      from: z.int().min(1).max(1_000_000).optional().meta({ title: 'from', help: 'The first record; 1 when left out.' }),
      fields: z
        .array(z.string().min(1).max(64))
        .max(40)
        .optional()
        .meta({ title: 'fields', help: 'Names of columns, such as ["text", "likes"].' }),
      endpoint: z
        .string()
        .min(1)
        .max(64)
        .optional()
        .meta({ title: 'endpoint', help: 'Lists the answers of this endpoint alone.' }),
      before: z.string().min(1).max(64).optional().meta({ title: 'before', help: 'Lists those older than this answer.' }),
    }),
    example: { answer: '0mf8x2k1q-0000-abcdefgh', from: 1 },
  },
  (services, { answer, from = 1, fields, endpoint, before }) => {
    if (answer === undefined) {
      return listKeptAnswers(services, endpoint, before);
    }
    const exchange = requireKeptAnswer(services, answer);
    throwIfSelectionInvalid(exchange, from, fields);
    return toToolResult(services, { exchange: { ...exchange, from: 'history' }, cost: noCost }, { from, fields });
  },
);

const listFixturesTool = createTool(
  'kept',
  {
    name: 'list_fixtures',
    title: 'List Fixtures',
    description: 'Lists the answers that are saved in this workspace as fixtures for tests, with their files. Free; asks nobody.',
    input: z.strictObject({
      endpoint: z.string().min(1).max(64).optional().meta({ title: 'endpoint', help: 'Those of this endpoint alone.' }),
      from: z.int().min(1).max(1_000_000).optional().meta({ title: 'from', help: 'The first one; 1 when left out.' }),
    }),
    example: { endpoint: 'primary.userByUsername' },
  },
  async (services, { endpoint, from = 1 }) => {
    const wanted = endpoint === undefined ? undefined : requireEndpoint(endpoint).id;
    const all = (await services.fixtures()).filter(({ endpointId }) => wanted === undefined || endpointId === wanted);
    const shown = all.slice(from - 1, from - 1 + 5 * listSize);
    const last = from - 1 + shown.length;
    const { fixturesFolder } = services;
    const place = fixturesFolder === undefined ? '' : ` in ${formatUntrustedLine(fixturesFolder, maxLineFieldCharacters)}`;
    const range = shown.length === 0 ? '' : `, ${from} to ${last} shown`;
    const rest =
      last < all.length
        ? ` Read on: list_fixtures ${JSON.stringify({ ...(endpoint === undefined ? {} : { endpoint }), from: last + 1 })}.`
        : '';
    return {
      source: 'here',
      notes: [`${all.length} ${all.length === 1 ? 'fixture' : 'fixtures'}${place}${range}.${rest}`],
      untrusted: shown.map(formatFixtureLine),
      records: { from, shown: shown.length, total: all.length },
    };
  },
);

const budgetTool = createTool(
  'kept',
  {
    name: 'budget',
    title: 'Budget',
    description:
      'Says what agents, this session and today may still spend, and whether the person is asked before the next request that costs. Free; asks nobody.',
    input: z.strictObject({}),
    example: {},
  },
  ({ budgets, storeProblem, steps, consents, client }) => {
    const states = budgets();
    const problem = storeProblem?.();
    const { left } = consents;
    const isPaid = (['primary', 'gateway'] as const).some((service) => isPaidService(client, service));
    return createNotesResult([
      ...(problem === undefined
        ? []
        : [`Paid requests are not sent, as it could not be written down. ${formatStoreAdvice(problem.facts.code, steps)}`]),
      ...(['agents', 'session', 'day'] as const).map((per) => formatBudgetLine(getBudgetTitle(per), states[per])),
      left === undefined || left === 0n
        ? 'The person is asked before each request that costs; where this client cannot ask, it is refused.'
        : `The person allowed ${formatDollars(left)} more without being asked again.`,
      ...(isPaid ? [] : ['Both services are the sandbox: requests are free, and what they find is made up.']),
    ]);
  },
);

const maxPathCharacters = 400;

const saveFixtureTool = createTool(
  'kept',
  {
    name: 'save_fixture',
    title: 'Save Fixture',
    description:
      'Saves a kept answer as a fixture for tests: a JSON file and one that says what was asked. Never replaces what others saved. Free; asks no service.',
    writes: true,
    input: z.strictObject({
      answer: z.string().min(1).max(64).meta({ title: 'answer', help: 'The id of an answer.' }),
      name: z
        .string()
        .min(1)
        .max(120)
        .optional()
        .meta({ title: 'name', help: 'A file name without an ending; left out: made of what was asked.' }),
      safe: z
        .boolean()
        .optional()
        .meta({ title: 'safe', help: 'true: with made-up people in the place of real ones, as tests should have it.' }),
    }),
    example: { answer: '0mf8x2k1q-0000-abcdefgh', safe: true },
  },
  async ({ kept, saveFixture, consents }, { answer, name, safe = false }, stop) => {
    const exchange = kept.exchange(answer);
    if (exchange === undefined) {
      throw createInputFault('No answer with this id is kept.', 'the id of an answer that read_kept {} lists.');
    }
    if (name !== undefined && checkFixtureName(name) !== undefined) {
      throw createInputFault(
        'This cannot be the name of a file everywhere: letters, digits, - and _ can, at most 80.',
        JSON.stringify({ answer, name: 'ada-profile', ...(safe ? { safe } : {}) }),
      );
    }
    if (saveFixture === undefined) {
      throw new AgentFault('off', 'Fixtures cannot be saved here: no folder was given for them. Nothing was saved.', {
        fixableBy: 'person',
      });
    }
    const stopped = AbortSignal.any([stop, consents.stopped]);
    return toToolResultOrThrow(await saveFixture({ exchange, name, isSafe: safe }, stopped), answer);
  },
);

const sentenceBySaveChange: Readonly<Record<Extract<FixtureSaveResult, { readonly kind: 'saved' }>['change'], string>> = {
  new: 'Saved. The file of the body stands below, from the folder of the workspace or of the fixtures.',
  replaced: 'Saved in the place of what an agent saved before. The file of the body stands below.',
  none: 'This answer is saved already, in the file below. Nothing was written.',
};

type SaveRefusal = Extract<FixtureSaveResult, { readonly kind: 'refused' }>['reason'];

const saveRefusals: Readonly<
  Record<Exclude<SaveRefusal, 'taken'>, readonly [kind: AgentFault['kind'], fixableBy: FixableBy, message: string]>
> = {
  left: ['consent', 'person', 'The person did not say where it goes. Nothing was saved. Do not ask again by yourself.'],
  noFolder: ['off', 'person', 'No folder is open to save into. Nothing was saved. Ask the person to open one.'],
  key: ['off', 'agent', 'The response contains an API key of this machine. Nothing was saved. Choose another response.'],
  unsafe: [
    'off',
    'person',
    'It cannot be made safe: it is no JSON, or people would still be found in it. Nothing was saved. The person was shown why.',
  ],
  stopped: ['stopped', 'person', 'The person stopped agents. Nothing was saved.'],
};

function toToolResultOrThrow(save: FixtureSaveResult, answer: string): ToolResult {
  switch (save.kind) {
    case 'saved':
      // the file is named after the request, which may contain other people's words
      return {
        source: 'here',
        notes: [sentenceBySaveChange[save.change]],
        untrusted: [formatUntrustedLine(save.path, maxPathCharacters)],
      };
    case 'failed':
      throw new AgentFault('storage', 'The fixture could not be written. Nothing was half-written. Ask the person.', {
        fixableBy: 'person',
        said: save.said,
      });
    case 'refused': {
      if (save.reason === 'taken') {
        throw createInputFault(
          'This name belongs to another file, or to a fixture that no agent saved. Nothing was replaced.',
          `another name, such as ${JSON.stringify({ answer, name: 'newer-answer' })}.`,
        );
      }
      const [kind, fixableBy, message] = saveRefusals[save.reason];
      throw new AgentFault(kind, message, { fixableBy });
    }
  }
}

export const toolsWithoutCalls: readonly AgentTool[] = [
  readKeptTool,
  describeEndpointTool,
  saveFixtureTool,
  listFixturesTool,
  budgetTool,
];

function createNotesResult(notes: readonly string[]): ToolResult {
  return { source: 'here', notes, untrusted: [] };
}

function formatBudgetLine(name: string, state: BudgetState): string {
  const { cap, spent } = state;
  const of = cap === undefined ? 'no limit' : `${formatDollars(getBudgetLeft(state))} of ${formatDollars(cap)} left`;
  return `${name}: ${of}, ${formatDollars(spent)} spent.`;
}

function listKeptAnswers({ kept }: AgentServices, endpoint: string | undefined, before: string | undefined): ToolResult {
  const window = { limit: listSize, ...(before === undefined ? {} : { before }) };
  const { items, hasMore } =
    endpoint === undefined ? kept.newest(window) : kept.exchangesByEndpoint(requireEndpoint(endpoint).id, window);
  const last = items.at(-1);
  const readable = items.filter(({ status }) => !isErrorStatus(status));
  const more = { ...(endpoint === undefined ? {} : { endpoint }), before: last?.id };
  return {
    source: 'kept',
    notes: [
      `${readable.length} kept ${readable.length === 1 ? 'answer' : 'answers'}, newest first. Read one: read_kept with "answer".`,
      ...(hasMore && last !== undefined ? [`Older ones: read_kept ${JSON.stringify(more)}.`] : ['No older ones.']),
    ],
    untrusted: readable.map(formatKeptAnswerLine),
  };
}

function formatKeptAnswerLine({ id, endpointId, connection, params, sentAt, bodyBytes, isWithheld }: KeptAnswerSummary): string {
  const asked = new Date(sentAt).toISOString().slice(0, 16);
  const facts = [id, `${asked}Z`, connection, endpointId, isWithheld ? 'not readable' : `${bodyBytes} bytes`];
  return [...facts, formatParamsLine(params)].join('\t');
}

function formatFixtureLine({ path, endpointId, params, savedOn, bytes }: ListedFixture): string {
  return [formatUntrustedLine(path, maxLineFieldCharacters), endpointId, savedOn, `${bytes} bytes`, formatParamsLine(params)]
    .map((text) => formatUntrustedLine(text, maxLineFieldCharacters))
    .join('\t');
}

/** Cursors are long, and lead on by the id of an answer. */
function formatParamsLine(params: Readonly<Record<string, unknown>>): string {
  return formatUntrustedLine(JSON.stringify({ ...params, cursor: undefined }), maxLineFieldCharacters);
}

/** @throws AgentFault for a record or a field that the answer does not have */
function throwIfSelectionInvalid(exchange: Exchange, from: number, fields: readonly string[] | undefined): void {
  const page = toPage(exchange);
  const total = page.records.length;
  if (from > Math.max(total, 1)) {
    throw createInputFault(`The answer has ${total} records.`, JSON.stringify({ answer: exchange.id, from: 1 }));
  }
  const names = listRecordFieldNames(page);
  const unknown = (fields ?? []).filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    const known = page.meta.hasOpenFields || page.kind === 'other' ? 'no "fields".' : `"fields" of ${JSON.stringify(names)}.`;
    throw createInputFault(`The records have no field ${JSON.stringify(unknown)}.`, known);
  }
}

/** Describes an endpoint to a model, from its table row. Makes no call. */
function describeEndpointForAgent(services: Pick<AgentServices, 'client'>, endpoint: Endpoint): readonly string[] {
  const params = Object.entries(endpoint.params.shape).map(([name, schema]) => formatParamLine(name, schema));
  const kinds = [...new Set(endpoint.yields.map(({ kind }) => kind))];
  return [
    `${endpoint.id}: ${endpoint.title}. ${endpoint.summary}`,
    params.length === 0 ? 'It takes no parameters.' : 'Parameters:',
    ...params,
    `Example: call_endpoint ${JSON.stringify({ endpoint: endpoint.id, params: endpoint.example })}`,
    ...kinds.map((kind) => {
      const names = getRecordColumns(kind).map(({ name }) => name);
      return names.length === 0
        ? 'Its answer has fields that no reference names.'
        : `Gives ${kind} records with the fields ${names.join(', ')}.`;
    }),
    endpoint.paging === undefined ? 'One page.' : 'Several pages: each says what the next one costs.',
    `A request that is not kept costs: ${describeExamplePrice(services, endpoint)}.`,
    ...(endpoint.guesses.length === 0 ? [] : [`Not confirmed by the reference: ${endpoint.guesses.join(' ')}`]),
  ];
}

const paramTypeNames: Readonly<Record<ParamEncoding, string>> = {
  text: 'string',
  integer: 'integer',
  number: 'number',
  boolean: 'true or false',
  list: 'list of strings',
  json: 'object',
};

function formatParamLine(name: string, schema: z.ZodType): string {
  const { title = name, help } = schema.meta() ?? {};
  const isNeeded = !schema.safeParse(undefined).success;
  const choices = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  const type =
    choices instanceof z.ZodEnum
      ? choices.options.map((one) => JSON.stringify(one)).join(' | ')
      : paramTypeNames[getParamEncoding(schema)];
  return `- ${name} (${type}${isNeeded ? ', needed' : ''}): ${title}. ${typeof help === 'string' ? help : ''}`.trim();
}

function describeExamplePrice(services: Pick<AgentServices, 'client'>, endpoint: Endpoint): string {
  try {
    return formatLivePrice(quoteLiveQuestion(services, { endpoint, params: endpoint.example, formats: ['simple'] })).replace(
      'free, kept',
      'free, the example is kept',
    );
  } catch (error) {
    if (error instanceof AgentFault) {
      return 'nothing can be asked, its service is not connected';
    }
    throw error;
  }
}

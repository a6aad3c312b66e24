import * as z from 'zod';
import type { Endpoint } from '../../../client/endpoint.ts';
import { endpoints } from '../../../client/endpoints/table.ts';
import type { Exchange } from '../../../client/exchange.ts';
import type { BudgetState } from '../../../client/policies/budget.ts';
import { toPage } from '../../../client/records/toPage.ts';
import { isErrorStatus } from '../../../client/toResponseError.ts';
import { getParamEncoding, type ParamEncoding } from '../../../client/wire.ts';
import { isPaidService, getBudgetLeft, noCost } from '../../../core/cost/cost.ts';
import { formatDollars, getBudgetTitle } from '../../../core/cost/formatCost.ts';
import { getRecordColumns } from '../../../core/table/recordTable.ts';
import { AgentFault, createInputFault, type FixableBy, formatStoreAdvice } from '../agentFault.ts';
import { type ListedFixture, checkFixtureName } from '../../fixtures/index.ts';
import type { AgentServices, FixtureSaveResult, StoredResponseSummary } from '../agentServices.ts';
import { type AgentTool, createTool, optionalTextParam, textParam, type ToolResult } from '../agentTool.ts';
import { quoteLiveRequest } from '../sendAgentRequest.ts';
import { formatLivePrice, requireStoredResponse, toToolResult } from '../responseLines.ts';
import { listRecordFieldNames } from '../formatRecordLines.ts';
import { formatUntrustedLine } from '../untrusted.ts';
import { requireEndpoint } from './liveTools.ts';

const listSize = 20;
const maxLineFieldCharacters = 200;

const describeEndpointTool = createTool(
  'stored',
  {
    name: 'describe_endpoint',
    title: 'Describe Endpoint',
    description:
      "Lists both services' endpoints, or describes one endpoint's parameters, records, and price. Free; needs no consent.",
    input: z.strictObject({
      endpoint: optionalTextParam('Its ID. Omit to list all endpoints.'),
      words: optionalTextParam('Lists endpoints that contain all of these words.'),
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
      `${found.length} of ${endpoints.length} endpoints. describe_endpoint with 'endpoint' lists one endpoint's parameters.`,
      ...found.map(({ id, title }) => `${id}: ${title}`),
    ]);
  },
);

const readStoredTool = createTool(
  'stored',
  {
    name: 'read_stored',
    title: 'Read Response from History',
    description:
      'Lists the responses in history on this machine, newest first, or reads one by ID, from any record, with selected fields. Free; needs no consent.',
    input: z.strictObject({
      response: optionalTextParam("A response's ID. Omit to list responses."),
      from: z.int().min(1).max(1_000_000).optional().meta({ help: 'The first record. Defaults to 1.' }),
      fields: z.array(z.string().min(1).max(64)).max(40).optional().meta({ help: 'Column names, such as ["text", "likes"].' }),
      endpoint: optionalTextParam('Lists only responses from this endpoint.'),
      before: optionalTextParam('Lists only responses older than this one.'),
    }),
    example: { response: '0mf8x2k1q-0000-abcdefgh', from: 1 },
  },
  (services, { response, from = 1, fields, endpoint, before }) => {
    if (response === undefined) {
      return listStoredResponses(services, endpoint, before);
    }
    const exchange = requireStoredResponse(services, response);
    throwIfSelectionInvalid(exchange, from, fields);
    return toToolResult(services, { exchange: { ...exchange, from: 'history' }, cost: noCost }, { from, fields });
  },
);

const listFixturesTool = createTool(
  'stored',
  {
    name: 'list_fixtures',
    title: 'List Fixtures',
    description: 'Lists the test fixtures in this workspace, with their files. Free; needs no consent.',
    input: z.strictObject({
      endpoint: optionalTextParam('Lists only fixtures for this endpoint.'),
      from: z.int().min(1).max(1_000_000).optional().meta({ help: 'The first fixture. Defaults to 1.' }),
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
        ? ` More: list_fixtures ${JSON.stringify({ ...(endpoint === undefined ? {} : { endpoint }), from: last + 1 })}.`
        : '';
    return {
      source: 'local',
      notes: [`${all.length} ${all.length === 1 ? 'fixture' : 'fixtures'}${place}${range}.${rest}`],
      untrusted: shown.map(formatFixtureLine),
      records: { from, shown: shown.length, total: all.length },
    };
  },
);

const budgetTool = createTool(
  'stored',
  {
    name: 'budget',
    title: 'Check Budget',
    description:
      'Shows what is left of the agent, session, and daily budgets, and whether the user is asked before the next paid request. Free; needs no consent.',
    input: z.strictObject({}),
    example: {},
  },
  ({ budgets, storeProblem, remedies, consents, client }) => {
    const states = budgets();
    const problem = storeProblem?.();
    const { left } = consents;
    const isPaid = (['primary', 'gateway'] as const).some((service) => isPaidService(client, service));
    return createNotesResult([
      ...(problem === undefined
        ? []
        : [
            `Paid requests aren't sent because spending couldn't be recorded. ${formatStoreAdvice(problem.facts.code, remedies)}`,
          ]),
      ...(['agents', 'session', 'day'] as const).map((per) => formatBudgetLine(getBudgetTitle(per), states[per])),
      left === undefined || left === 0n
        ? "The user is asked before each paid request. If this client can't ask, the request isn't sent."
        : `The user allowed ${formatDollars(left)} more without another prompt.`,
      ...(isPaid ? [] : ['Both services use the sandbox: requests are free and return sample data.']),
    ]);
  },
);

const maxPathCharacters = 400;

const saveFixtureTool = createTool(
  'stored',
  {
    name: 'save_fixture',
    title: 'Save Fixture',
    description:
      'Saves a response from history as a test fixture: a JSON file and a sidecar that describes the request. Never replaces fixtures that others saved. Free; sends no request.',
    writes: true,
    input: z.strictObject({
      response: textParam("A response's ID."),
      name: optionalTextParam('A file name without an extension. Defaults to a name based on the request.', 120),
      pseudonymize: z.boolean().optional().meta({ help: 'true: replaces people, so that tests contain no real people.' }),
    }),
    example: { response: '0mf8x2k1q-0000-abcdefgh', pseudonymize: true },
  },
  async ({ stored, saveFixture, consents }, { response, name, pseudonymize = false }, stop) => {
    const exchange = stored.exchange(response);
    if (exchange === undefined) {
      throw createInputFault('No response with this ID is in history.', 'the ID of a response that read_stored {} lists.');
    }
    if (name !== undefined && checkFixtureName(name) !== undefined) {
      throw createInputFault(
        "This isn't a valid file name on every system. Use at most 80 letters, digits, -, and _.",
        JSON.stringify({ response, name: 'ada-profile', ...(pseudonymize ? { pseudonymize } : {}) }),
      );
    }
    if (saveFixture === undefined) {
      throw new AgentFault('off', "Fixtures can't be saved because no fixtures folder is set. Nothing was saved.", {
        fixableBy: 'person',
      });
    }
    const stopped = AbortSignal.any([stop, consents.stopped]);
    return toToolResultOrThrow(await saveFixture({ exchange, name, isPseudonymized: pseudonymize }, stopped), response);
  },
);

const sentenceBySaveChange: Readonly<Record<Extract<FixtureSaveResult, { readonly kind: 'saved' }>['change'], string>> = {
  new: "Saved. The body file's path is below, relative to the workspace or fixtures folder.",
  replaced: "Saved. It replaced an agent's earlier fixture. The body file's path is below.",
  none: 'This response is already saved in the file below. Nothing was written.',
};

type SaveRefusal = Extract<FixtureSaveResult, { readonly kind: 'refused' }>['reason'];

const saveRefusals: Readonly<
  Record<Exclude<SaveRefusal, 'taken'>, readonly [kind: AgentFault['kind'], fixableBy: FixableBy, message: string]>
> = {
  left: [
    'consent',
    'person',
    "The user didn't choose where to save it. Nothing was saved. Don't ask again unless the user says so.",
  ],
  noFolder: ['off', 'person', 'No folder is open to save the fixture in. Nothing was saved. Ask the user to open one.'],
  key: ['off', 'agent', 'The response contains an API key from this machine. Nothing was saved. Choose a different response.'],
  notPseudonymized: [
    'off',
    'person',
    "It can't be pseudonymized: it isn't JSON, or people could still be identified. Nothing was saved. The user was shown why.",
  ],
  stopped: ['stopped', 'person', 'The user stopped agents. Nothing was saved.'],
};

function toToolResultOrThrow(save: FixtureSaveResult, response: string): ToolResult {
  switch (save.kind) {
    case 'saved':
      // the path comes from the request, which may contain untrusted text
      return {
        source: 'local',
        notes: [sentenceBySaveChange[save.change]],
        untrusted: [formatUntrustedLine(save.path, maxPathCharacters)],
      };
    case 'failed':
      throw new AgentFault('storage', "The fixture couldn't be written. No partial files were left. Ask the user.", {
        fixableBy: 'person',
        said: save.said,
      });
    case 'refused': {
      if (save.reason === 'taken') {
        throw createInputFault(
          'This name belongs to another file or to a fixture that no agent saved. Nothing was replaced.',
          `another name, such as ${JSON.stringify({ response, name: 'newer-response' })}.`,
        );
      }
      const [kind, fixableBy, message] = saveRefusals[save.reason];
      throw new AgentFault(kind, message, { fixableBy });
    }
  }
}

export const storedTools: readonly AgentTool[] = [
  readStoredTool,
  describeEndpointTool,
  saveFixtureTool,
  listFixturesTool,
  budgetTool,
];

function createNotesResult(notes: readonly string[]): ToolResult {
  return { source: 'local', notes, untrusted: [] };
}

function formatBudgetLine(name: string, state: BudgetState): string {
  const { cap, spent } = state;
  const of = cap === undefined ? 'no limit' : `${formatDollars(getBudgetLeft(state))} of ${formatDollars(cap)} left`;
  return `${name}: ${of}, ${formatDollars(spent)} spent.`;
}

function listStoredResponses({ stored }: AgentServices, endpoint: string | undefined, before: string | undefined): ToolResult {
  const window = { limit: listSize, ...(before === undefined ? {} : { before }) };
  const { items, hasMore } =
    endpoint === undefined ? stored.newest(window) : stored.exchangesByEndpoint(requireEndpoint(endpoint).id, window);
  const last = items.at(-1);
  const readable = items.filter(({ status }) => !isErrorStatus(status));
  const more = { ...(endpoint === undefined ? {} : { endpoint }), before: last?.id };
  return {
    source: 'stored',
    notes: [
      `${readable.length} ${readable.length === 1 ? 'response' : 'responses'} in history, newest first. Read one: read_stored with 'response'.`,
      ...(hasMore && last !== undefined ? [`Older responses: read_stored ${JSON.stringify(more)}.`] : ['No older responses.']),
    ],
    untrusted: readable.map(formatStoredResponseLine),
  };
}

function formatStoredResponseLine({
  id,
  endpointId,
  connection,
  params,
  sentAt,
  bodyBytes,
  isWithheld,
}: StoredResponseSummary): string {
  const time = new Date(sentAt).toISOString().slice(0, 16);
  const facts = [id, `${time}Z`, connection, endpointId, isWithheld ? 'not readable' : `${bodyBytes} bytes`];
  return [...facts, formatParamsLine(params)].join('\t');
}

function formatFixtureLine({ path, endpointId, params, savedOn, bytes }: ListedFixture): string {
  return [formatUntrustedLine(path, maxLineFieldCharacters), endpointId, savedOn, `${bytes} bytes`, formatParamsLine(params)]
    .map((text) => formatUntrustedLine(text, maxLineFieldCharacters))
    .join('\t');
}

/** Omits cursors: they are long, and next_page takes a response's id instead. */
function formatParamsLine(params: Readonly<Record<string, unknown>>): string {
  return formatUntrustedLine(JSON.stringify({ ...params, cursor: undefined }), maxLineFieldCharacters);
}

/** @throws AgentFault if the response doesn't have the record or field */
function throwIfSelectionInvalid(exchange: Exchange, from: number, fields: readonly string[] | undefined): void {
  const page = toPage(exchange);
  const total = page.records.length;
  if (from > Math.max(total, 1)) {
    throw createInputFault(`The response has ${total} records.`, JSON.stringify({ response: exchange.id, from: 1 }));
  }
  const names = listRecordFieldNames(page);
  const unknown = (fields ?? []).filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    const known = page.meta.hasOpenFields || page.kind === 'other' ? 'no "fields".' : `"fields" of ${JSON.stringify(names)}.`;
    throw createInputFault(`The records have no field ${JSON.stringify(unknown)}.`, known);
  }
}

function describeEndpointForAgent(services: Pick<AgentServices, 'client'>, endpoint: Endpoint): readonly string[] {
  const params = Object.entries(endpoint.params.shape).map(([name, schema]) => formatParamLine(name, schema));
  const kinds = [...new Set(endpoint.yields.map(({ kind }) => kind))];
  return [
    `${endpoint.id}: ${endpoint.title}. ${endpoint.summary}`,
    params.length === 0 ? 'It has no parameters.' : 'Parameters:',
    ...params,
    `Example: call_endpoint ${JSON.stringify({ endpoint: endpoint.id, params: endpoint.example })}`,
    ...kinds.map((kind) => {
      const names = getRecordColumns(kind).map(({ name }) => name);
      return names.length === 0
        ? 'Its response has undocumented fields.'
        : `Returns ${kind} records with the fields ${names.join(', ')}.`;
    }),
    endpoint.paging === undefined ? 'One page.' : 'Several pages: each says what the next one costs.',
    `A request whose response isn't in history costs: ${describeExamplePrice(services, endpoint)}.`,
    ...(endpoint.guesses.length === 0 ? [] : [`Not documented: ${endpoint.guesses.join(' ')}`]),
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
  return `- ${name} (${type}${isNeeded ? ', required' : ''}): ${title}. ${typeof help === 'string' ? help : ''}`.trim();
}

function describeExamplePrice(services: Pick<AgentServices, 'client'>, endpoint: Endpoint): string {
  try {
    return formatLivePrice(quoteLiveRequest(services, { endpoint, params: endpoint.example, formats: ['simple'] }));
  } catch (error) {
    if (error instanceof AgentFault) {
      return "not available: its service isn't connected";
    }
    throw error;
  }
}

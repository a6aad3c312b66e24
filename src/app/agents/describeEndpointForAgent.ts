import * as z from 'zod';
import type { Endpoint } from '../../client/endpoint.ts';
import { getParamEncoding, type ParamEncoding } from '../../client/wire.ts';
import { getRecordColumns } from '../table/recordTable.ts';
import { AgentFault } from './agentFault.ts';
import type { AgentServices } from './agentServices.ts';
import { quoteLiveQuestion } from './askServiceForAgent.ts';
import { formatLivePrice } from './answerLines.ts';

/** Describes an endpoint to a model, from its table row. Makes no call. */
export function describeEndpointForAgent(services: Pick<AgentServices, 'client'>, endpoint: Endpoint): readonly string[] {
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

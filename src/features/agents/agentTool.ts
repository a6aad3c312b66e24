import * as z from 'zod';
import type { ParamsSchema } from '../../client/endpoint.ts';
import type { Cost } from '../../core/cost/cost.ts';
import type { AgentServices } from './agentServices.ts';
import type { ToolName } from './toolNames.ts';

/** `here`: from the extension itself, such as the catalogue. */
export type ToolResultSource = 'live' | 'stored' | 'sandbox' | 'here';

export interface ToolResult {
  readonly source: ToolResultSource;
  /** Sentences of ours. Nothing that people or services wrote. */
  readonly notes: readonly string[];
  /** What people or services wrote; it goes between marks. */
  readonly untrusted: readonly string[];
  readonly cost?: Cost;
  /** The id of the response, by which it can be read again. */
  readonly response?: string;
  readonly records?: { readonly from: number; readonly shown: number; readonly total: number };
  /** The next page: its token, and what it costs in words. */
  readonly next?: { readonly after: string; readonly price: string };
}

export interface AgentTool {
  readonly name: ToolName;
  readonly title: string;
  /** For the model: what it gives, when to use it, what it costs. */
  readonly description: string;
  /** `stored` tools send nothing. `live` tools send at most one request, which may cost. */
  readonly kind: 'stored' | 'live';
  /** Set where it changes files of the workspace; no tool changes anything else. */
  readonly writes?: true;
  /** Small and closed: what it does not know is refused. */
  readonly input: ParamsSchema;
  /** Good arguments, which faults show. */
  readonly example: Readonly<Record<string, unknown>>;
  /** @throws AgentFault */
  readonly run: (services: AgentServices, input: unknown, stop: AbortSignal) => Promise<ToolResult>;
}

export interface ToolMetadata<P extends ParamsSchema> extends Pick<AgentTool, 'name' | 'title' | 'description' | 'writes'> {
  readonly input: P;
  readonly example: z.input<P>;
}

/** @param run gets arguments that fit */
export function createTool<P extends ParamsSchema>(
  kind: AgentTool['kind'],
  row: ToolMetadata<P>,
  run: (services: AgentServices, input: z.output<P>, stop: AbortSignal) => ToolResult | Promise<ToolResult>,
): AgentTool {
  return { ...row, kind, run: async (services, input, stop) => await run(services, row.input.parse(input), stop) };
}

export function toToolJsonSchema({ input }: Pick<AgentTool, 'input'>): Readonly<Record<string, unknown>> {
  const schema = z.toJSONSchema(input, {
    target: 'draft-7',
    // what a person reads in a form says nothing to a model that the description does not
    override: ({ jsonSchema }) => {
      const help: unknown = jsonSchema['help'];
      delete jsonSchema['help'];
      delete jsonSchema['propertyNames'];
      delete jsonSchema.title;
      if (typeof help === 'string') {
        jsonSchema.description = help;
      }
      const others = jsonSchema.additionalProperties;
      if (typeof others === 'object' && Object.keys(others).length === 0) {
        jsonSchema.additionalProperties = true; // `{}` says the same, and some clients warn of it
      }
    },
  });
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== '$schema'));
}

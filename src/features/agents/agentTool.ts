import * as z from 'zod';
import type { ParamsSchema } from '../../client/endpoint.ts';
import type { Cost } from '../../core/cost/cost.ts';
import type { AgentServices } from './agentServices.ts';
import type { ToolName } from './toolNames.ts';

/** `local`: from this program, such as the list of endpoints. */
export type ToolResultSource = 'live' | 'stored' | 'sandbox' | 'local';

export interface ToolResult {
  readonly source: ToolResultSource;
  /** Don't contain anything that people or services wrote. */
  readonly notes: readonly string[];
  /** Lines that people or services wrote. They are shown between marks. */
  readonly untrusted: readonly string[];
  readonly cost?: Cost;
  /** The response's id in history. */
  readonly response?: string;
  readonly records?: { readonly from: number; readonly shown: number; readonly total: number };
  /** `after` is next_page's argument. */
  readonly next?: { readonly after: string; readonly price: string };
}

export interface AgentTool {
  readonly name: ToolName;
  readonly title: string;
  /** For the model: what the tool returns and what it costs. */
  readonly description: string;
  /** `stored` tools don't send requests. `live` tools send at most one request, which may cost money. */
  readonly kind: 'stored' | 'live';
  /** Set if the tool writes fixtures. Tools don't change anything else. */
  readonly writes?: true;
  /** Rejects unknown properties. */
  readonly input: ParamsSchema;
  /** Valid arguments, shown in errors. */
  readonly example: Readonly<Record<string, unknown>>;
  /** @throws AgentFault */
  readonly run: (services: AgentServices, input: unknown, stop: AbortSignal) => Promise<ToolResult>;
}

export interface ToolMetadata<P extends ParamsSchema> extends Pick<AgentTool, 'name' | 'title' | 'description' | 'writes'> {
  readonly input: P;
  readonly example: z.input<P>;
}

export function textParam(help: string, maxLength = 64) {
  return z.string().min(1).max(maxLength).meta({ help });
}

export function optionalTextParam(help: string, maxLength = 64) {
  return z.string().min(1).max(maxLength).optional().meta({ help });
}

/** @param run gets validated arguments */
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
    // `help` describes the parameter better than the title, which is for forms
    override: ({ jsonSchema }) => {
      const help: unknown = jsonSchema['help'];
      delete jsonSchema['help'];
      delete jsonSchema['propertyNames'];
      if (typeof help === 'string') {
        jsonSchema.description = help;
      }
      const others = jsonSchema.additionalProperties;
      if (typeof others === 'object' && Object.keys(others).length === 0) {
        jsonSchema.additionalProperties = true; // means the same as `{}`, which some clients warn about
      }
    },
  });
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== '$schema'));
}

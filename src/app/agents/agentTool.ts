import type * as z from 'zod';
import type { ParamsSchema } from '../../client/endpoint.ts';
import type { Cost } from '../cost/cost.ts';
import type { AgentServices } from './agentServices.ts';
import type { LiveQuestion } from './askServiceForAgent.ts';
import type { ToolName } from './toolNames.ts';

/** `here`: from the extension itself, such as the catalogue. */
export type ToolResultSource = 'live' | 'kept' | 'sandbox' | 'here';

export interface ToolResult {
  readonly source: ToolResultSource;
  /** Sentences of ours. Nothing that people or services wrote. */
  readonly notes: readonly string[];
  /** What people or services wrote; it goes between marks. */
  readonly untrusted: readonly string[];
  readonly cost?: Cost;
  /** The id of the answer, by which it can be read again. */
  readonly answer?: string;
  readonly records?: { readonly from: number; readonly shown: number; readonly total: number };
  /** The next page: its token, and what it costs in words. */
  readonly next?: { readonly after: string; readonly price: string };
}

export interface AgentTool {
  readonly name: ToolName;
  readonly title: string;
  /** For the model: what it gives, when to use it, what it costs. */
  readonly description: string;
  /** `kept`: it never makes a call. `live`: it makes at most one, which may cost. */
  readonly kind: 'kept' | 'live';
  /** Set where it changes files of the workspace; no tool changes anything else. */
  readonly writes?: true;
  /** Small and closed: what it does not know is refused. */
  readonly input: ParamsSchema;
  /** Good arguments, which faults show. */
  readonly example: Readonly<Record<string, unknown>>;
  /** What it would ask a service; undefined where it asks nobody. Makes no call. @throws AgentFault */
  readonly question: (services: AgentServices, input: unknown) => LiveQuestion | undefined;
  /** @throws AgentFault */
  readonly run: (services: AgentServices, input: unknown, stop: AbortSignal) => Promise<ToolResult>;
}

interface ToolMetadata<P extends ParamsSchema> extends Pick<AgentTool, 'name' | 'title' | 'description' | 'writes'> {
  readonly input: P;
  readonly example: z.input<P>;
}

/** @param run gets arguments that fit */
export function createToolWithoutCalls<P extends ParamsSchema>(
  row: ToolMetadata<P>,
  run: (services: AgentServices, input: z.output<P>, stop: AbortSignal) => ToolResult | Promise<ToolResult>,
): AgentTool {
  return {
    ...row,
    kind: 'kept',
    question: () => undefined,
    run: async (services, input, stop) => await run(services, row.input.parse(input), stop),
  };
}

/** @param answer makes at most one call and reads its response */
export function createLiveTool<P extends ParamsSchema>(
  row: ToolMetadata<P>,
  question: (services: AgentServices, input: z.output<P>) => LiveQuestion,
  answer: (services: AgentServices, question: LiveQuestion, stop: AbortSignal) => Promise<ToolResult>,
): AgentTool {
  return {
    ...row,
    kind: 'live',
    question: (services, input) => question(services, row.input.parse(input)),
    run: async (services, input, stop) => await answer(services, question(services, row.input.parse(input)), stop),
  };
}

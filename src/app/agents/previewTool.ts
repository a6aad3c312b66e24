import { AgentFault } from './agentFault.ts';
import type { AgentServices } from './agentServices.ts';
import type { AgentTool } from './agentTool.ts';
import { type LivePrice, type LiveQuestion, priceOf } from './askLive.ts';
import { checkInput } from './runTool.ts';

/** What running a tool would ask, and at what price. */
export interface ToolPreview {
  readonly question: LiveQuestion;
  readonly price: LivePrice;
}

/** What a tool would do with these arguments. Makes no call. @returns undefined where it asks nobody, or will answer with a fault */
export function previewTool(tool: AgentTool, services: AgentServices, input: unknown): ToolPreview | undefined {
  try {
    const question = tool.question(services, checkInput(tool, input));
    return question === undefined ? undefined : { question, price: priceOf(services, question) };
  } catch (error) {
    if (error instanceof AgentFault) {
      return undefined; // running it says why
    }
    throw error;
  }
}

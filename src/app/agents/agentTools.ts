import type { AgentTool } from './agentTool.ts';
import { keptTools } from './tools/keptTools.ts';
import { liveTools } from './tools/liveTools.ts';

/** All tools that agents are offered, wherever: the one table of them. */
export const agentTools: readonly AgentTool[] = [...liveTools, ...keptTools];

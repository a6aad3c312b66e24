import type { AgentTool } from './agentTool.ts';
import { toolsWithoutCalls } from './tools/toolsWithoutCalls.ts';
import { liveTools } from './tools/liveTools.ts';

/** All tools that agents are offered, wherever: the one table of them. */
export const agentTools: readonly AgentTool[] = [...liveTools, ...toolsWithoutCalls];

import type { AgentTool } from './agentTool.ts';
import { toolsWithoutCalls } from './tools/toolsWithoutCalls.ts';
import { liveTools } from './tools/liveTools.ts';

export const agentTools: readonly AgentTool[] = [...liveTools, ...toolsWithoutCalls];

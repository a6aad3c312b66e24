export type { RemedyWords } from './agentFault.ts';
export type { AgentServices, FixtureSaveRequest, FixtureSaveResult, SaveAgentFixture } from './agentServices.ts';
export { type ConsentQuestion, type ConsentReply, Consents } from './consents.ts';

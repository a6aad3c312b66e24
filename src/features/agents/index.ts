export type { RemedyWords } from './agentFault.ts';
export type { AgentServices, FixtureSaveRequest, FixtureSaveResult, SaveAgentFixture } from './agentServices.ts';
export { type ConsentReply, type ConsentRequest, Consents } from './consents.ts';

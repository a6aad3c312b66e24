import type { createWorld } from './createWorld.ts';

export type SandboxWorld = ReturnType<typeof createWorld>;
export type Account = ReturnType<SandboxWorld['accounts']>[number];
export type WorldPost = ReturnType<SandboxWorld['posts']>[number];
export type Article = NonNullable<WorldPost['article']>;
export type GeoPoint = NonNullable<WorldPost['geo']>;
export type ProfileTab = Parameters<SandboxWorld['postsOf']>[1];
export type WorldList = ReturnType<SandboxWorld['lists']>[number];
export type WorldCommunity = ReturnType<SandboxWorld['communities']>[number];
export type CommunityMember = ReturnType<SandboxWorld['communityMembers']>[number];
export type CommunityRole = CommunityMember['role'];
/** An audio room; see `getSpaceState` for its state. */
export type WorldSpace = ReturnType<SandboxWorld['spaces']>[number];
export type SpacePerson = ReturnType<SandboxWorld['spacePeople']>[number];
export type WorldPlace = ReturnType<SandboxWorld['places']>[number];
export type WorldTrend = ReturnType<SandboxWorld['trendsAt']>[number];
export type WorldJob = ReturnType<SandboxWorld['jobs']>[number];

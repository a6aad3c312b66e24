import type { WorldCommunity, WorldList, WorldJob } from '../world/world.ts';
import type { UpstreamContext, UpstreamObject } from './rawUserLayout.ts';
import { toGlobalId } from './upstreamText.ts';
import { toCreatorStub, toUpstreamUser } from './upstreamUser.ts';

/** `data.list` of ListByRestId. Times are milliseconds. */
export function toUpstreamList(context: UpstreamContext, list: WorldList): unknown {
  const { world } = context;
  const owner = world.account(list.ownerId);
  const members = world.listMembers(list.id).slice(0, 5);
  return {
    created_at: list.createdAtMs,
    custom_banner_media: toUpstreamImage(`List:${list.id}`, list.bannerUrl),
    default_banner_media: toUpstreamImage('List:default', list.bannerUrl),
    description: list.description,
    facepile_urls: members.flatMap((member) => member.record.avatarUrl ?? []),
    following: false,
    id: toGlobalId('List', list.id),
    id_str: list.id,
    member_count: list.memberCount,
    mode: list.private ? 'Private' : 'Public',
    name: list.name,
    subscriber_count: list.followerCount,
    user_results: owner === undefined ? {} : { result: toUpstreamUser(context, owner) },
  };
}

/** Errors next to complete data (primary reference, List endpoints). */
export const sampleListErrors: readonly unknown[] = [
  {
    message: 'DecodeException: default_banner_media could not be decoded',
    path: ['list', 'default_banner_media'],
    code: 0,
    kind: 'Operational',
    name: 'DependencyError',
    source: 'Server',
  },
];

/** `data.communityResults.result` of CommunityByRestId. Times are milliseconds. */
export function toUpstreamCommunity(context: UpstreamContext, community: WorldCommunity): UpstreamObject {
  const { world } = context;
  const { id, name, description, createdAtMs, adminId, bannerUrl, rules } = community;
  const admin = world.account(adminId);
  return {
    __typename: 'Community',
    id: toGlobalId('Community', id),
    rest_id: id,
    name,
    description,
    created_at: createdAtMs,
    member_count: community.memberCount,
    join_policy: toJoinPolicy(community),
    is_nsfw: community.isNsfw,
    role: 'NonMember',
    rules: rules.map((rule, index) => {
      const restId = (BigInt(id) + BigInt(index + 1)).toString();
      return { id: toGlobalId('CommunityRule', restId), name: rule, rest_id: restId };
    }),
    primary_community_topic: { topic_name: community.purpose },
    creator_results: admin === undefined ? {} : { id: toGlobalId('UserResults', adminId), result: toCreatorStub(context, admin) },
    custom_banner_media: toUpstreamImage(`Community:${id}`, bannerUrl),
    default_banner_media: toUpstreamImage('Community:default', bannerUrl),
  };
}

export function toJoinPolicy(community: WorldCommunity): string {
  return community.inviteOnly ? 'RestrictedJoinRequestsRequireModeratorApproval' : 'Open';
}

function toUpstreamImage(name: string, url: string): unknown {
  return {
    id: toGlobalId('ApiMedia', name),
    media_info: { __typename: 'ApiImage', original_img_height: 500, original_img_url: url, original_img_width: 1500 },
  };
}

/** An item of `data.job_search.items_results` (assumption 6.9). */
export function toUpstreamJob(job: WorldJob): unknown {
  const { id, title, location, description, salary, url, company } = job;
  const pay =
    salary === undefined
      ? {}
      : {
          formatted_salary: `${salary.currency} ${salary.min}–${salary.max} a year`,
          salary_currency_code: salary.currency,
          salary_interval: 'Yearly',
          salary_max: salary.max,
          salary_min: salary.min,
        };
  return {
    id: toGlobalId('ApiJobResults', id),
    rest_id: id,
    result: {
      __typename: 'ApiJob',
      id: toGlobalId('ApiJob', id),
      core: { title, location, ...pay, job_page_url: url, redirect_url: url, external_url: url, job_description: description },
      company_profile_results: { result: { __typename: 'ApiCompany', core: { name: company } } },
      user_results: {},
    },
  };
}

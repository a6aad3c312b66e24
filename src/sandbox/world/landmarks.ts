/** Where the world has something to show, at ids that stay; the values of the rows' examples are in `exampleValues`. */
export const landmarks = {
  /** The first post of a conversation that goes 80 replies down, one under the other. */
  deepThreadId: '1850000000000000001',
  /** A post with 2,000 replies in its conversation. */
  crowdThreadId: '1860000000000000001',
  /** A post with 150 direct replies and nothing under them. */
  wideThreadId: '1870000000000000001',
  /** The handle of a protected account, the author of `protectedPostId`. */
  protectedHandle: 'locked_diary',
  suspendedHandle: 'gone_quiet',
  protectedPostId: '1880000000000000001',
  twentyDigitPostId: '11890000000000000001',
  privateListId: '1700000000000000002',
  /** A list whose raw form has an `errors` array beside complete data. */
  listWithErrorsId: '1700000000000000003',
  /** A community that only shows itself to its members. */
  inviteOnlyCommunityId: '1600000000000000002',
  /** Rooms in the three other states; the live one is `exampleValues.spaceId`. */
  scheduledSpaceId: '1ScheduledRm1',
  endedSpaceId: '1EndedRoomAb1',
  cancelledSpaceId: '1CancelledRm1',
} as const;

/**
 * What the addresses of pictures start with, whatever the port: a saved response is the same from every run. A reserved name, so that
 * none leads to a real host; every sandbox serves them below `/media`, where the extension asks for them.
 */
export const defaultMediaBaseUrl = 'https://media.example';

/** 2026-06-15T12:00:00Z: the moment at which the world stands still. */
export const frozenNowMs = Date.UTC(2026, 5, 15, 12);

/** The permalink of a post; the host is a reserved name, so that no link leads to a real person. */
export function toPermalink(handle: string, postId: string): string {
  return `${syntheticPlatformUrl}/${handle}/status/${postId}`;
}

export const syntheticPlatformUrl = 'https://social.example';

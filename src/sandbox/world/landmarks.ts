/** Fixed ids and handles for special cases. `exampleValues` has the examples' own. */
export const landmarks = {
  /** The root of a conversation that is 80 replies deep. */
  deepThreadId: '1850000000000000001',
  /** A post with 2,000 replies in its conversation. */
  crowdThreadId: '1860000000000000001',
  /** A post with 150 direct replies without replies. */
  wideThreadId: '1870000000000000001',
  /** The author of `protectedPostId`. */
  protectedHandle: 'locked_diary',
  suspendedHandle: 'gone_quiet',
  protectedPostId: '1880000000000000001',
  twentyDigitPostId: '11890000000000000001',
  privateListId: '1700000000000000002',
  /** This list's raw response has an `errors` array next to complete data. */
  listWithErrorsId: '1700000000000000003',
  inviteOnlyCommunityId: '1600000000000000002',
  /** The live audio room is `exampleValues.spaceId`. */
  scheduledSpaceId: '1ScheduledRm1',
  endedSpaceId: '1EndedRoomAb1',
  cancelledSpaceId: '1CancelledRm1',
} as const;

/**
 * The start of image addresses. Doesn't contain the port, so every run has the same responses; every sandbox serves the
 * images below `/media`. The host is a reserved name.
 */
export const defaultMediaBaseUrl = 'https://media.example';

/** "Now" in the sample data. */
export const frozenNowMs = Date.UTC(2026, 5, 15, 12);

export function toPermalink(handle: string, postId: string): string {
  return `${syntheticPlatformUrl}/${handle}/status/${postId}`;
}

/** A reserved name, so links never point to a real person. */
export const syntheticPlatformUrl = 'https://social.example';

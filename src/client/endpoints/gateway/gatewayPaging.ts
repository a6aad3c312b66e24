/** How most gateway pages lead on (gateway reference, Search). */
export const gatewayPaging = { param: 'cursor', next: ['meta', 'next_cursor'] } as const;

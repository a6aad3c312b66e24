/** How every collection of the primary service leads on (primary reference, Simple-format envelope). */
export const collectionPaging = { param: 'cursor', next: ['nextCursor'] } as const;

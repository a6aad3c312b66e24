const named = process.env['SOCIAL_DATA_CAPTURES'];

/** The folder of real upstream bodies. They contain real people's posts, so none are committed. */
export const capturesFolder: string | undefined = named === '' ? undefined : named;

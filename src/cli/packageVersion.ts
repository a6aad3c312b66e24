declare const SOCIAL_DATA_VERSION: string | undefined;

/** Of the npm package, which its build puts in; run from its sources the command has none. */
export const packageVersion = typeof SOCIAL_DATA_VERSION === 'string' ? SOCIAL_DATA_VERSION : '0.0.0';

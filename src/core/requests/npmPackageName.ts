/** The name of the npm package, in the code that people copy. Until it is published, anybody may take it on the registry. */
export const npmPackageName = 'social-data-explorer';

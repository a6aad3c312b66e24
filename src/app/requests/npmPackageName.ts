/** The name of the npm package, in the code that people copy: one that nobody else has on the registry. */
export const npmPackageName = 'social-data-explorer';

/** Imported by its name the module brings all that it exports along, Web Crypto too, and that takes as long again. */
export const { createHash, randomBytes } = process.getBuiltinModule('node:crypto');

/** Writes client.mjs, client.d.mts and the declarations below types/ into a folder. */
export function buildClient(folder: string): Promise<void>;

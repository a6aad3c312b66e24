/** The most bytes that a package may have. */
export const packageLimit = 1_500_000;

/** What a package must hold: without one of these it does not run, or does not say what it is. */
const required = ['package.json', 'readme.md', 'changelog.md', 'LICENSE.txt', 'dist/extension.js'].map(
  (name) => `extension/${name}`,
);

/** All that a package may hold. */
const allowed = [
  /^\[Content_Types\]\.xml$/,
  /^extension\.vsixmanifest$/,
  /^extension\/(package|package\.nls(\.[\w-]+)?)\.json$/,
  /^extension\/(readme|changelog)\.md$/,
  /^extension\/LICENSE\.txt$/,
  /^extension\/l10n\/[\w.-]+\.json$/,
  /^extension\/docs\/images\/answer\.png$/,
  /^extension\/media\/([\w-]+\/)*\w[\w.-]*\.(svg|png|md)$/,
  /^extension\/dist\/(?!client\.mjs$)([\w-]+\/)*\w[\w.-]*\.(js|mjs|css|ttf)$/,
];

/** Texts that look like somebody's key, and what they would be. */
const keyLike: readonly (readonly [string, RegExp])[] = [
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ['a signed token', /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\./],
  ['a key of a known service', /\b(?:AKIA[0-9A-Z]{16}|gh[pousr]_\w{36}|npm_\w{36}|sk-[\w-]{32,}|xox[abp]-[\w-]{20,})\b/],
  ['a literal key', /(?:api[-_]?key|secret|token|password)["'`]?\s*[:=]\s*["'`](?=[\w+/-]*\d)[\w+/-]{20,}["'`]/i],
];

/**
 * Holds a package against what it may be.
 * @param bytes the size of the package file
 * @param files its content by name
 * @returns one sentence per fault; empty when all is well
 */
export function packageFaults(bytes: number, files: ReadonlyMap<string, Buffer>): readonly string[] {
  const names = [...files.keys()];
  return [
    ...(bytes > packageLimit ? [`the package has ${bytes} bytes, ${bytes - packageLimit} more than it may`] : []),
    ...required.filter((name) => !files.has(name)).map((name) => `${name} is missing`),
    ...names
      .filter((name) => !allowed.some((pattern) => pattern.test(name)))
      .map((name) => `${name} does not belong into the package`),
    ...names.flatMap((name) => textFaults(name, files.get(name)?.toString('latin1') ?? '')),
  ];
}

function textFaults(name: string, text: string): readonly string[] {
  const keys = keyLike.filter(([, pattern]) => pattern.test(text)).map(([what]) => `${name} holds what looks like ${what}`);
  return /sourceMappingURL=data:/.test(text) ? [...keys, `${name} holds its source map`] : keys;
}

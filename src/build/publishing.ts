/** Where the project is published. Set it here and in the manifest, which a test holds to it. */
export const repositoryUrl = 'https://github.com/social-data-explorer/social-data-explorer';

export const manifestUrls = {
  repository: { type: 'git', url: `${repositoryUrl}.git` },
  bugs: { url: `${repositoryUrl}/issues` },
  homepage: `${repositoryUrl}#readme`,
  qna: `${repositoryUrl}/discussions`,
} as const;

/** What README's relative links and pictures begin with on the extension's page. */
export const readmeBaseUrls = { content: `${repositoryUrl}/blob/HEAD`, images: `${repositoryUrl}/raw/HEAD` } as const;

/** A README whose pictures for dark themes are found there too: vsce makes links and plain pictures absolute, no `srcset`. */
export function makeSrcsetUrlsAbsolute(readme: string): string {
  return readme.replaceAll(/(?<=\bsrcset=")(?!https?:)(?=[\w./-]+")/g, `${readmeBaseUrls.images}/`);
}

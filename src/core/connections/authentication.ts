import type { MarketplaceHeaderNames } from './connectionSettings.ts';

export type SnippetAuthentication = 'direct' | MarketplaceHeaderNames;

/** Its headers, each with the variable of the environment that holds its value: a key is never written. */
export function listAuthenticationHeaders(
  authentication: SnippetAuthentication,
): readonly (readonly [header: string, variable: string])[] {
  return authentication === 'direct'
    ? [['X-API-KEY', 'API_KEY']]
    : [
        [authentication.keyHeader, 'MARKETPLACE_KEY'],
        [authentication.hostHeader, 'MARKETPLACE_HOST'],
      ];
}

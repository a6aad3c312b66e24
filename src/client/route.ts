import type { Endpoint, EndpointAlias } from './endpoint.ts';

export type RouteMatch =
  /** `alias` is set if the path isn't the endpoint's own. `pathTexts` are decoded. */
  | {
      readonly kind: 'found';
      readonly endpoint: Endpoint;
      readonly alias?: EndpointAlias;
      readonly pathTexts: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'methodNotAllowed'; readonly allow: readonly string[] }
  /** This parameter's percent-encoding is invalid. */
  | { readonly kind: 'malformed'; readonly endpoint: Endpoint; readonly param: string };

/** Finds the endpoint for a method and a path (percent-encoded, without base address and query). */
export type Router = (method: string, pathname: string) => RouteMatch;

interface RouteSegment {
  /** Undefined for a parameter. */
  readonly literal: string | undefined;
  readonly param: string;
}

interface Route {
  readonly method: string;
  readonly segments: readonly RouteSegment[];
  /** The path with `{}` for each parameter; routes with the same pattern differ only in their method. */
  readonly pattern: string;
  readonly endpoint: Endpoint;
  readonly alias: EndpointAlias | undefined;
}

/**
 * Creates a router for one service's endpoints, since the services share some paths. Literal segments win over parameters, from
 * left to right (assumption 1.3). Paths are case-sensitive, without a trailing slash; a path that exists with a different
 * method is `methodNotAllowed` (assumption 1.4).
 */
export function createRouter(endpoints: readonly Endpoint[]): Router {
  const byLength = Map.groupBy(
    endpoints
      .flatMap((endpoint) => [toRoute(endpoint, endpoint), ...endpoint.aliases.map((alias) => toRoute(endpoint, alias, alias))])
      .sort(compareRoutesByLiterals),
    ({ segments }) => segments.length,
  );
  return (method, pathname) => {
    const texts = pathname.startsWith('/') ? pathname.slice(1).split('/').map(decodeSegment) : [];
    const candidates = byLength.get(texts.length) ?? [];
    const first = candidates.find((route) => matchesRoute(route, texts));
    if (first === undefined) {
      return { kind: 'notFound' };
    }
    const same = candidates.filter((route) => route.pattern === first.pattern);
    const route = same.find((other) => other.method === method);
    return route === undefined ? { kind: 'methodNotAllowed', allow: same.map((other) => other.method) } : toMatch(route, texts);
  };
}

function toRoute(
  endpoint: Endpoint,
  { method, path }: { readonly method: string; readonly path: string },
  alias?: EndpointAlias,
): Route {
  const segments = path
    .slice(1)
    .split('/')
    .map((text) => (/^\{\w+\}$/.test(text) ? { literal: undefined, param: text.slice(1, -1) } : { literal: text, param: '' }));
  return { method, segments, pattern: path.replace(/\{\w+\}/g, '{}'), endpoint, alias };
}

function compareRoutesByLiterals(a: Route, b: Route): number {
  const at = a.segments.findIndex(
    (segment, index) => (segment.literal === undefined) !== (b.segments[index]?.literal === undefined),
  );
  return at < 0 ? 0 : a.segments[at]?.literal === undefined ? 1 : -1;
}

function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null; // toMatch reports it as malformed
  }
}

function matchesRoute(route: Route, texts: readonly (string | null)[]): boolean {
  return route.segments.every(({ literal }, index) => (literal === undefined ? texts[index] !== '' : literal === texts[index]));
}

function toMatch({ endpoint, alias, segments }: Route, texts: readonly (string | null)[]): RouteMatch {
  const pathTexts: Record<string, string> = {};
  for (const [index, { literal, param }] of segments.entries()) {
    const text = texts[index];
    if (literal !== undefined) continue;
    if (typeof text !== 'string') return { kind: 'malformed', endpoint, param };
    pathTexts[param] = text;
  }
  return alias === undefined ? { kind: 'found', endpoint, pathTexts } : { kind: 'found', endpoint, alias, pathTexts };
}

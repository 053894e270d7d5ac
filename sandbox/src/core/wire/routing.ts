import type { Platform, Route, WireRequest } from '../platform.ts';

type Match = { readonly route: Route; readonly params: Readonly<Record<string, string>> };

const patterns = new WeakMap<Route, RegExp>();

export function matchRoute(
  platform: Platform,
  request: Pick<WireRequest, 'host' | 'method' | 'path' | 'query' | 'headers'>,
): Match | undefined {
  const isNamed = platform.routes.some((route) => hostsOf(route).includes(request.host));
  for (const route of platform.routes) {
    if (!hostsOf(route).includes(isNamed ? request.host : '*')) continue;
    if (!route.methods.some((method) => method === request.method)) continue;
    if (!hasQuery(route, request.query) || !hasHeaders(route, request.headers)) continue;
    const match = patternOf(route).exec(request.path);
    const params = match === null ? undefined : decodeAll(match.groups ?? {});
    if (params !== undefined) return { route, params };
  }
  return undefined;
}

export function hostsOf({ host }: Route): readonly string[] {
  return typeof host === 'string' ? [host] : host;
}

function hasQuery(route: Route, query: URLSearchParams): boolean {
  const required = new URLSearchParams(route.path.split('?')[1]);
  return [...required].every(([name, value]) => query.get(name) === value);
}

function hasHeaders({ headers = {} }: Route, sent: WireRequest['headers']): boolean {
  return Object.entries(headers).every(([name, pattern]) => pattern.test(String(sent[name] ?? '')));
}

function patternOf(route: Route): RegExp {
  const cached = patterns.get(route);
  if (cached !== undefined) return cached;
  const [path = ''] = route.path.split('?');
  const source = path
    .split(/(\{\w+(?:\.\.\.)?\})/)
    .map((part) => part.replace(/^\{(\w+)\}$/, '(?<$1>[^/]+)').replace(/^\{(\w+)\.\.\.\}$/, '(?<$1>.*)'))
    .map((part) => (part.startsWith('(?<') ? part : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('');
  const pattern = new RegExp(`^${source}$`);
  patterns.set(route, pattern);
  return pattern;
}

function decodeAll(groups: Record<string, string>): Record<string, string> | undefined {
  try {
    return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    return undefined;
  }
}

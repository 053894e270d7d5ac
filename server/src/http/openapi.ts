import type { JsonRoute, Route, StreamRoute } from './route.ts';
import { createComponents } from './openapi/components.ts';
import type { Json } from './openapi/json.ts';
import { jsonOperation, streamOperation } from './openapi/operation.ts';
import { tagsOf } from './openapi/tags.ts';
import { webhooksOf } from './openapi/webhooks.ts';

const interfaceVersion = '1.0.0';

export function openapiDocument(routes: readonly Route[], serverUrl: string): Json {
  const components = createComponents();
  const paths: Record<string, Json> = {};
  const published = routes.filter(isPublished);
  for (const route of published) {
    const operation = route.kind === 'json' ? jsonOperation(route, components) : streamOperation(route, components);
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Herald',
      version: interfaceVersion,
      description:
        'A self-hostable social publishing API. Every request needs the header `Authorization: Bearer <API key>`.\n\n' +
        'This page forgets your key when you reload it. [Remember it in this browser](/docs/?remember=true), or ' +
        '[forget it](/docs/?remember=false). [Guides](/docs/guides) can be searched, and [errors](/docs/errors) explains every code.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    security: [{ bearerAuth: [] }],
    tags: tagsOf(published.map(({ tag }) => tag)),
    paths,
    webhooks: webhooksOf(components),
    components: {
      securitySchemes: {
        bearerAuth: { type: 'http', scheme: 'bearer', description: 'An API key, such as `hrd_live_…`.' },
      },
      schemas: components.all(),
    },
  };
}

/** Pages, probes and platform callbacks are not for clients. */
function isPublished(route: Route): route is JsonRoute | StreamRoute {
  return (route.kind === 'json' || route.kind === 'stream') && route.isInternal !== true;
}

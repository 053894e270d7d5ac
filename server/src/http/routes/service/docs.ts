import Fastify, { type FastifyInstance } from 'fastify';
import { rawRoute } from '../../route.ts';

let page: Promise<FastifyInstance> | undefined;

/** Loaded with the first visitor: the page's script alone is four megabytes that most processes never need. */
async function loadPage(): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const instance = Fastify();
  await instance.register(reference, {
    routePrefix: '/docs',
    configuration: {
      url: '/v1/openapi.json',
      pageTitle: 'Herald API',
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      showDeveloperTools: 'never',
      authentication: { preferredSecurityScheme: 'bearerAuth' },
    },
  });
  await instance.ready();
  return instance;
}

const docsRoute = (path: string, operation: string, statuses: Record<number, string> = { 200: 'The page.' }) =>
  rawRoute({
    path,
    operation,
    tag: 'Service',
    description: 'The interface as a page to read and try.',
    contentType: 'text/html; charset=utf-8',
    statuses,
    serve: async (_service, request, reply) => {
      page ??= loadPage().catch((error: unknown) => {
        page = undefined;
        throw error;
      });
      const instance = await page;
      reply.hijack();
      reply.raw.setHeader('X-Request-Id', request.id);
      instance.routing(request.raw, reply.raw);
      return reply;
    },
  });

export const docsRoutes = [
  docsRoute('/docs', 'open reference', { 301: 'Leads to the page.' }),
  docsRoute('/docs/', 'read reference'),
  docsRoute('/docs/js/scalar.js', 'read reference script'),
];

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SystemCtx } from '../domain/context.ts';
import { errorTable } from './response/error-table.ts';
import { toAppError } from './response/framework-error.ts';
import { html } from '@herald/pages';
import { pageHeaders } from './pages/page-headers.ts';
import { page } from './pages/page.ts';
import { requestCtx } from './request/request-ctx.ts';
import { readParams, requireStorable } from './request/request-text.ts';
import { fastifyPath, type PageResponse, type PageRoute } from './route.ts';

// The URL contains a secret: it must not reach another site, a cache or a frame.
const headers = pageHeaders({ forms: '*' });

type Deps = { systemCtx: SystemCtx; checkWritable(): Promise<void> };

/** Every page is part of connecting an account, so even GET writes. */
export function addPageRoute(fastify: FastifyInstance, route: PageRoute, deps: Deps): void {
  fastify.route({
    method: route.method,
    url: fastifyPath(route),
    config: { operation: route.operation },
    handler: async (request, reply) => {
      void reply.headers(headers);
      const { status, ...response } = await handlePage(route, request, deps);
      if ('redirect' in response) return reply.redirect(response.redirect, 302);
      return reply.code(status).type('text/html; charset=utf-8').send(response.html);
    },
  });
}

type HandledPage = { status: number } & ({ html: string } | { redirect: string });

async function handlePage(
  route: PageRoute,
  request: FastifyRequest,
  { systemCtx, checkWritable }: Deps,
): Promise<HandledPage> {
  try {
    await checkWritable();
    const response: PageResponse = await route.handle(requestCtx(systemCtx, request), {
      params: readParams(request.params),
      query: storable(single(request.query as Record<string, unknown>)),
      form: storable(readForm(request)),
    });
    return 'redirect' in response ? { status: 302, redirect: response.redirect } : response;
  } catch (error) {
    const fault = toAppError(error, route.operation);
    const { status } = errorTable[fault.code];
    if (status >= 500) systemCtx.log.error({ requestId: request.id, operation: route.operation, err: fault }, 'failed');
    const body = html`<h1>Something went wrong</h1>
      <p>Herald could not process the request. Try again in a moment.</p>
      <p class="soft">If the problem persists, send this request ID to the operator: ${request.id}</p>`;
    return { status, html: page({ title: 'Something went wrong', body }) };
  }
}

function storable(values: Record<string, string>): Record<string, string> {
  for (const [name, text] of Object.entries(values)) requireStorable(name, text);
  return values;
}

/** Drops repeated parameters: it is unclear which value is meant. */
function single(values: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts = Object.entries(values).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(texts) as Record<string, string>;
}

function readForm(request: FastifyRequest): Record<string, string> {
  const isForm = request.contentType?.startsWith('application/x-www-form-urlencoded') === true;
  if (!isForm || !Buffer.isBuffer(request.body)) return {};
  return Object.fromEntries(new URLSearchParams(request.body.toString('utf8')));
}

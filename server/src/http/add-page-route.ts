import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Ctx } from '../domain/context.ts';
import { errorTable } from './response/error-response.ts';
import { toAppError } from './response/framework-error.ts';
import { html, page } from './pages/layout.ts';
import { readParams, requireStorable } from './request/request-text.ts';
import { fastifyPath, type PageAnswer, type PageRoute } from './route.ts';

type World = Omit<Ctx, 'caller'>;

const headers = {
  // The address holds a secret: it must not reach another site, a cache or a frame.
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action *",
};

type Deps = { world: World; checkWritable(): Promise<void> };

/** Every page belongs to connecting an account, which writes even where the method is GET. */
export function addPageRoute(fastify: FastifyInstance, route: PageRoute, deps: Deps): void {
  fastify.route({
    method: route.method,
    url: fastifyPath(route),
    config: { operation: route.operation },
    handler: async (request, reply) => {
      void reply.headers(headers);
      const { status, ...answer } = await answerOf(route, request, deps);
      if ('redirect' in answer) return reply.redirect(answer.redirect, 302);
      return reply.code(status).type('text/html; charset=utf-8').send(answer.html);
    },
  });
}

type Answered = { status: number } & ({ html: string } | { redirect: string });

/** People get a page where programs would get JSON. */
async function answerOf(route: PageRoute, request: FastifyRequest, { world, checkWritable }: Deps): Promise<Answered> {
  try {
    await checkWritable();
    const answer: PageAnswer = await route.handle(world, {
      params: readParams(request.params),
      query: storable(single(request.query as Record<string, unknown>)),
      form: storable(readForm(request)),
    });
    return 'redirect' in answer ? { status: 302, redirect: answer.redirect } : answer;
  } catch (error) {
    const fault = toAppError(error, route.operation);
    const { status } = errorTable[fault.code];
    if (status >= 500) world.log.error({ reqId: request.id, operation: route.operation, err: fault }, 'failed');
    const body = html`<h1>Something went wrong</h1>
      <p>Herald could not do this just now. Try again in a moment.</p>
      <p class="soft">If it stays so, name this to the operator: ${request.id}</p>`;
    return { status, html: page({ title: 'Something went wrong', body }) };
  }
}

function storable(values: Record<string, string>): Record<string, string> {
  for (const [name, text] of Object.entries(values)) requireStorable(name, text);
  return values;
}

/** Repeated values count as none: which of them is meant is not ours to guess. */
function single(values: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts = Object.entries(values).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(texts) as Record<string, string>;
}

function readForm(request: FastifyRequest): Record<string, string> {
  const isForm = request.contentType?.startsWith('application/x-www-form-urlencoded') === true;
  if (!isForm || !Buffer.isBuffer(request.body)) return {};
  return Object.fromEntries(new URLSearchParams(request.body.toString('utf8')));
}

import Fastify, { type FastifyInstance } from 'fastify';
import { sha256 } from '../../../kernel/crypto/secret.ts';
import { rawRoute } from '../../route.ts';

type ReferencePage = { instance: FastifyInstance; headers: Readonly<Record<string, string>> };

type Variant = 'plain' | 'remembering';

const pages = new Map<Variant, Promise<ReferencePage>>();

/** Loaded at the first request: the script takes 4 MB that most processes never need. */
function pageOf(variant: Variant): Promise<ReferencePage> {
  const loading = pages.get(variant) ?? loadPage(variant);
  pages.set(variant, loading);
  // Lets the next request try again.
  loading.catch(() => pages.delete(variant));
  return loading;
}

async function loadPage(variant: Variant): Promise<ReferencePage> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const instance = Fastify();
  await instance.register(reference, {
    routePrefix: '/docs',
    configuration: {
      url: '/v1/openapi.json',
      pageTitle: 'Herald API',
      withDefaultFonts: false,
      telemetry: false,
      persistAuth: variant === 'remembering',
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      showDeveloperTools: 'never',
      authentication: { preferredSecurityScheme: 'bearerAuth' },
    },
  });
  await instance.ready();
  const { payload } = await instance.inject({ url: '/docs/' });
  return { instance, headers: headersOf(payload) };
}

function headersOf(html: string): Record<string, string> {
  const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text);
  const hashes = inline.map((text) => `'sha256-${sha256(text).toString('base64')}'`);
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      `script-src 'self' ${hashes.join(' ')}`,
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "font-src 'self' data:",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
}

/** Also removes the key of the welcome page. */
const forgetting =
  '<!doctype html><title>Forget the key</title><script>localStorage.clear();location.replace("/docs/")</script>';

const docsRoute = (path: string, operation: string, statuses: Record<number, string> = { 200: 'The page.' }) =>
  rawRoute({
    path,
    operation,
    tag: 'Service',
    description: 'The API reference as a page where you can try requests.',
    contentType: 'text/html; charset=utf-8',
    statuses,
    serve: async (_service, request, reply) => {
      const { remember } = request.query as { remember?: unknown };
      if (remember === 'false') return reply.headers(headersOf(forgetting)).send(forgetting);
      const { instance, headers } = await pageOf(remember === 'true' ? 'remembering' : 'plain');
      reply.hijack();
      reply.raw.setHeader('X-Request-Id', request.id);
      for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value);
      instance.routing(request.raw, reply.raw);
      return reply;
    },
  });

export const docsRoutes = [
  docsRoute('/docs', 'open reference', { 301: 'Redirects to the page.' }),
  docsRoute('/docs/', 'read reference'),
  docsRoute('/docs/js/scalar.js', 'read reference script'),
];

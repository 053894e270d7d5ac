import { readFile } from 'node:fs/promises';
import { logoFile } from '@herald/pages';
import { pageHeaders } from '../../pages/page-headers.ts';
import { welcomePage } from '../../pages/welcome-page.ts';
import { rawRoute } from '../../route.ts';

const welcomeRoute = rawRoute({
  path: '/',
  operation: 'read welcome page',
  tag: 'Service',
  description: 'The first page for people: the state of the server, and first steps.',
  contentType: 'text/html; charset=utf-8',
  statuses: { 200: 'The page.' },
  serve: async ({ welcome }, _request, reply) => {
    void reply.headers(pageHeaders({ scripts: true, forms: "'self'" }));
    return welcomePage(welcome());
  },
});

const scriptFile = new URL('../../pages/welcome-script.js', import.meta.url);

const welcomeScriptRoute = rawRoute({
  path: '/welcome.js',
  operation: 'read welcome script',
  tag: 'Service',
  description: 'The script of the welcome page.',
  contentType: 'text/javascript; charset=utf-8',
  statuses: { 200: 'The script.' },
  serve: () => readFile(scriptFile, 'utf8'),
});

const faviconRoute = rawRoute({
  path: '/favicon.ico',
  operation: 'read icon',
  tag: 'Service',
  description: 'The logo.',
  contentType: 'image/svg+xml',
  statuses: { 200: 'The picture.' },
  serve: async (_service, _request, reply) => {
    void reply.header('Cache-Control', 'max-age=86400');
    return logoFile;
  },
});

const openapiLinkRoute = rawRoute({
  path: '/openapi.json',
  operation: 'open interface description',
  tag: 'Service',
  description: 'Redirects to the description of this API, for tools that look here.',
  contentType: 'text/plain; charset=utf-8',
  statuses: { 302: 'Redirects to `/v1/openapi.json`.' },
  serve: async (_service, _request, reply) => reply.redirect('/v1/openapi.json', 302),
});

export const welcomeRoutes = [welcomeRoute, welcomeScriptRoute, faviconRoute, openapiLinkRoute];

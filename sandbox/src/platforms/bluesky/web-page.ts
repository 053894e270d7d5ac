import { avatarOf } from '../../core/pages/avatar.ts';
import type { Route } from '../../core/platform.ts';
import { html } from '@herald/pages';
import { bytes } from '../../core/wire/reply.ts';

const picture = '/sandbox-preview.png';

export const webPage: Route = {
  host: '*',
  methods: ['GET'],
  path: '/{path...}',
  operation: 'webPage',
  handle: ({ request: { host, path } }) => {
    if (path === picture) return bytes('image/png', avatarOf(host));
    const content = html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <title>${path} on ${host}</title>
          <meta property="og:title" content="${path} on ${host}" />
          <meta property="og:description" content="A page of the sandbox that stands for https://${host}${path}" />
          <meta property="og:image" content="https://${host}${picture}" />
        </head>
        <body>
          <p>Sandbox — nothing here reaches the real platform</p>
        </body>
      </html> `;
    return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: content.html };
  },
};

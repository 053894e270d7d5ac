import { errorsPage } from '../../pages/errors-page.ts';
import { errorPagePath } from '../../response/error-catalogue.ts';
import { rawRoute } from '../../route.ts';

export const errorCatalogueRoute = rawRoute({
  path: errorPagePath,
  operation: 'read error catalogue',
  tag: 'Service',
  description: 'Explains every error code. The `Link` header of an error points to its part of the page.',
  contentType: 'text/html; charset=utf-8',
  statuses: { 200: 'The page.' },
  serve: async (_service, _request, reply) => {
    void reply.headers({
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      'Referrer-Policy': 'no-referrer',
    });
    return errorsPage();
  },
});

import { errorsPage } from '../../pages/errors-page.ts';
import { pageHeaders } from '../../pages/page-headers.ts';
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
    void reply.headers(pageHeaders());
    return errorsPage();
  },
});

import { guides } from '../../guides/guides.ts';
import { searchGuides } from '../../guides/search-guides.ts';
import { guideListPage, guidePage } from '../../pages/guide-pages.ts';
import { notFoundPage } from '../../pages/not-found-page.ts';
import { pageHeaders } from '../../pages/page-headers.ts';
import { rawRoute } from '../../route.ts';

const queryLengthMax = 200;

const guideListRoute = rawRoute({
  path: '/docs/guides',
  operation: 'list guides',
  tag: 'Service',
  description: 'The guides as pages, and a search in guides and errors.',
  contentType: 'text/html; charset=utf-8',
  statuses: { 200: 'The page.' },
  serve: async (_service, request, reply) => {
    const { q } = request.query as { q?: unknown };
    const query = typeof q === 'string' ? q.slice(0, queryLengthMax) : '';
    void reply.headers(pageHeaders({ forms: "'self'" }));
    const all = await guides();
    return guideListPage(all, query, searchGuides(all, query));
  },
});

const guideRoute = rawRoute({
  path: '/docs/guides/{guide}',
  operation: 'read guide',
  tag: 'Service',
  description: 'One guide.',
  contentType: 'text/html; charset=utf-8',
  statuses: { 200: 'The page.', 404: 'There is no such guide.' },
  serve: async (_service, request, reply) => {
    const { guide: name } = request.params as { guide: string };
    void reply.headers(pageHeaders());
    const guide = (await guides()).find((each) => each.name === name);
    return guide === undefined ? reply.code(404).send(notFoundPage()) : guidePage(guide);
  },
});

export const guideRoutes = [guideListRoute, guideRoute];

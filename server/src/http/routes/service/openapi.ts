import { rawRoute } from '../../route.ts';

export const openapiRoute = rawRoute({
  path: '/v1/openapi.json',
  operation: 'read interface description',
  tag: 'Service',
  description: 'This API as OpenAPI 3.1.',
  contentType: 'application/json; charset=utf-8',
  statuses: { 200: 'The document.' },
  serve: async (service) => service.openapi(),
});

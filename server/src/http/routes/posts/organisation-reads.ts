import { readOrganisation } from '../../../domain/posts/read-organisation.ts';
import { OrganisationComments, OrganisationQuery, OrganisationReactions } from '../../../schemas/organisation-post.ts';
import { jsonRoute } from '../../route.ts';

const common = {
  method: 'GET',
  tag: 'Posts',
  description: 'Reserved for posts of organisations.',
  access: 'read',
  unknownKeys: 'ignore',
  query: OrganisationQuery,
  success: 200,
  errors: ['platformUnsupported', 'orgScopesDisabled', 'postNotFound', 'accountNotFound'],
} as const;

export const listPostCommentsRoute = jsonRoute({
  ...common,
  path: '/v1/posts/{postId}/comments',
  operation: 'list post comments',
  response: OrganisationComments,
  handle: (ctx, { params, query }) => readOrganisation(ctx, params.postId, query.accountId),
});

export const listPostReactionsRoute = jsonRoute({
  ...common,
  path: '/v1/posts/{postId}/reactions',
  operation: 'list post reactions',
  response: OrganisationReactions,
  handle: (ctx, { params, query }) => readOrganisation(ctx, params.postId, query.accountId),
});

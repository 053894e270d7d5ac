import { defined } from '../../../core/defined.ts';
import type { Call } from '../../../core/platform.ts';
import { json } from '../../../core/wire/reply.ts';
import { refuse, refuseQuery } from '../errors.ts';
import { limits, scopes } from '../limits.ts';
import { personUrn, type Person } from '../persons.ts';
import { postsOf, type Post } from './posts.ts';
import { restRoute } from '../rest-route.ts';
import { tokenErrors } from '../token-errors.ts';

const resource = 'partnerApiPostsExternal.FINDER-author';
const lagMs = 60_000;

export const listPosts = restRoute({
  method: 'GET',
  path: '/posts?q=author',
  operation: 'listPosts',
  scope: scopes.read,
  resource,
  restMethod: 'FINDER',
  query: { author: 'string!', count: 'integer', start: 'integer', sortBy: 'string', viewContext: 'string' },
  handle: (call, { person }, { author, count = limits.listDefault, start = 0, sortBy, viewContext }) => {
    if (author !== personUrn(person)) refuse(tokenErrors.permission(resource));
    if (count < 1 || count > limits.listMax) refuseQuery('count', 'PARAM_INVALID');
    if (start < 0) refuseQuery('start', 'PARAM_INVALID');
    if (!['CREATED', 'LAST_MODIFIED', undefined].includes(sortBy)) refuseQuery('sortBy', 'PARAM_INVALID');
    if (!['AUTHOR', 'READER', undefined].includes(viewContext)) refuseQuery('viewContext', 'PARAM_INVALID');
    const shown = visible(call, person);
    const next = start + count;
    const links = next < shown.length ? [{ type: 'application/json', rel: 'next', href: pageHref(call, next) }] : [];
    const elements = shown.slice(start, next).map((post) => element(person, post));
    return json(200, { paging: { start, count, links }, elements });
  },
});

function visible(call: Call, person: Person): Post[] {
  const lag = call.takeFault('listLag');
  const until = lag === undefined ? Infinity : call.clock.now() - (lag.value ?? lagMs);
  return postsOf(call.store, person.id)
    .filter((post) => !post.isDeleted && post.createdAt <= until)
    .reverse();
}

function pageHref({ request }: Call, start: number): string {
  const query = new URLSearchParams(request.query);
  query.set('start', String(start));
  return `${request.path}?${query.toString()}`;
}

function element(person: Person, post: Post): object {
  const { urn, commentary, visibility, distribution, createdAt, isReshareDisabledByAuthor } = post;
  return {
    id: urn,
    author: personUrn(person),
    commentary,
    visibility,
    distribution,
    createdAt,
    publishedAt: createdAt,
    lastModifiedAt: createdAt,
    lifecycleState: 'PUBLISHED',
    lifecycleStateInfo: { isEditedByAuthor: false },
    isReshareDisabledByAuthor,
    ...defined({ content: post.content, reshareContext: post.reshareContext }),
  };
}

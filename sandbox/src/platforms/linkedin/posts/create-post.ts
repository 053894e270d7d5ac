import { defined } from '../../../core/defined.ts';
import { ledger } from '../../../core/state/ledger.ts';
import type { Call } from '../../../core/platform.ts';
import type { Tx } from '../../../core/state/store.ts';
import { errorReply, refuse, refuseInput, type ServiceError } from '../errors.ts';
import { limits, scopes } from '../limits.ts';
import { readPostBody, type PostBody } from './post-body.ts';
import { readContent, type Content } from './post-content.ts';
import { posts, postsOf, postUrl, type Post } from './posts.ts';
import type { Person } from '../persons.ts';
import { jsonBody, restRoute } from '../rest-route.ts';

export const createPost = restRoute({
  method: 'POST',
  path: '/posts',
  operation: 'createPost',
  scope: scopes.publish,
  resource: 'partnerApiPostsExternal.CREATE',
  restMethod: 'CREATE',
  query: {},
  handle: (call, { person }) => {
    const body = readPostBody(jsonBody(call), person);
    const content = readContent(call, person, body.content);
    const urn = call.commit((tx) => {
      checkParent(tx, body.parent);
      const post = toPost(call, person, { body, content });
      checkHistory(call, tx, { person, post });
      posts.put(tx, post.urn, post);
      addToLedger(tx, person, { post, text: body.text });
      return post.urn;
    });
    return { status: 201, headers: { 'x-restli-id': urn, location: `/posts/${encodeURIComponent(urn)}` }, body: '' };
  },
});

function checkParent(tx: Tx, parent: string | undefined): void {
  const parentPost = parent === undefined ? undefined : posts.get(tx, parent);
  if (
    parent === undefined ||
    (parentPost !== undefined && !parentPost.isDeleted && !parentPost.isReshareDisabledByAuthor)
  )
    return;
  refuseInput({ code: 'INVALID_URN_ID', description: `${parent} cannot be shared`, field: 'reshareContext/parent' });
}

const throttled = (): ServiceError => ({
  status: 429,
  serviceErrorCode: 101,
  code: 'TOO_MANY_REQUESTS',
  message: 'Resource level throttle MEMBER DAY limit for calls to this resource is reached.',
});

export const throttledReply = () => errorReply(throttled());

/** Days end at midnight UTC. Deleted posts count towards the limit but are no duplicates. */
function checkHistory(call: Call, tx: Tx, { person, post }: { person: Person; post: Post }): void {
  const now = call.clock.now();
  const own = postsOf(tx, person.id);
  const today = new Date(now).setUTCHours(0, 0, 0, 0);
  if (own.filter(({ createdAt }) => createdAt >= today).length >= person.postsPerDay) refuse(throttled());
  const duplicate = own.find(
    (other) => !other.isDeleted && other.createdAt > now - limits.duplicateMs && contentKey(other) === contentKey(post),
  );
  if (duplicate === undefined) return;
  refuseInput({
    code: 'DUPLICATE_POST',
    description: 'Duplicate post is detected',
    status: 422,
    message: `com.linkedin.content.common.exception.BadRequestResponseException: Content is a duplicate of ${duplicate.urn}`,
  });
}

/** Posts with the same text and media have the same key. */
function contentKey({ commentary, files, content, reshareContext }: Post): string {
  return JSON.stringify([commentary, files.length > 0 ? files.map(({ sha256 }) => sha256) : content, reshareContext]);
}

const wideKinds: readonly Content['kind'][] = ['video', 'images'];

function toPost(call: Call, person: Person, { body, content }: { body: PostBody; content: Content }): Post {
  return {
    urn: `urn:li:${wideKinds.includes(content.kind) ? 'ugcPost' : 'share'}:7${call.random.digits(18)}`,
    authorId: person.id,
    commentary: body.commentary,
    visibility: body.visibility,
    distribution: body.distribution,
    isReshareDisabledByAuthor: body.isReshareDisabledByAuthor,
    files: content.files,
    createdAt: call.clock.now(),
    isDeleted: false,
    ...defined({ content: body.content, reshareContext: body.parent && { parent: body.parent } }),
  };
}

function addToLedger(tx: Tx, person: Person, { post, text }: { post: Post; text: string }): void {
  ledger.add(tx, {
    platform: 'linkedin',
    account: person.vanityName,
    accountId: person.id,
    id: post.urn,
    url: postUrl(post.urn),
    text,
    media: post.files,
    parentId: null,
    createdAt: new Date(post.createdAt).toISOString(),
    deletedAt: null,
  });
}

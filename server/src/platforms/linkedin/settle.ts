import { Type, type Static } from 'typebox';
import { isJsonObject } from '../../kernel/text/json.ts';
import type { Post, Publish } from '../adapter.ts';
import { responseReader } from '../shared/response-reader.ts';
import { comparableText } from '../shared/comparable-text.ts';
import { inconclusive, matchListed } from '../shared/list-match.ts';
import type { LinkedinAccountCall, LinkedinCall } from './call.ts';
import { callRest, type LinkedinFailure } from './client.ts';
import { reasonOf } from './errors.ts';
import { fromLittleText } from './little-text.ts';
import { readScope } from './scopes.ts';
import { authorUrn, postUrl, postUrn } from './urns.ts';

/** Conclusive only if the post is listed, which needs a scope that few apps have. */
export const settle: Publish<LinkedinCall>['settle'] = async (call, post, { sentAt }) => {
  if (!call.account.grantedScopes.includes(readScope)) {
    return {
      kind: 'inconclusive',
      reason: `LinkedIn returns posts only with the scope ${readScope}`,
      canAskAgain: false,
    };
  }
  const list = await listPosts(call);
  if (list.kind !== 'posts') return inconclusive(reasonOf(list));
  return matchListed(list.posts, { sentAt, isSamePost: (one) => isSamePost(one, post) });
};

const Content = Type.Object({
  media: Type.Optional(Type.Object({ id: Type.Optional(Type.String()) })),
  multiImage: Type.Optional(Type.Object({ images: Type.Array(Type.Unknown()) })),
});
const Listed = Type.Object({
  id: Type.String({ pattern: postUrn }),
  commentary: Type.Optional(Type.String()),
  createdAt: Type.Number(),
  content: Type.Optional(Content),
});
const readListed = responseReader(Listed);
type ListedPost = Static<typeof Listed> & { url: string; publishedAt: Date };

async function listPosts(call: LinkedinAccountCall): Promise<{ kind: 'posts'; posts: ListedPost[] } | LinkedinFailure> {
  const query = { q: 'author', author: authorUrn(call), count: '100', sortBy: 'CREATED', viewContext: 'AUTHOR' };
  const reply = await callRest(call, { path: 'posts', query });
  if (reply.kind !== 'ok') return reply;
  const elements = isJsonObject(reply.json) ? reply.json['elements'] : undefined;
  if (!Array.isArray(elements)) return { kind: 'lost', reason: 'the list could not be parsed' };
  return { kind: 'posts', posts: elements.flatMap(toListed) };
}

function toListed(value: unknown): ListedPost[] {
  const post = readListed(value);
  return post === undefined ? [] : [{ ...post, url: postUrl(post.id), publishedAt: new Date(post.createdAt) }];
}

function isSamePost({ commentary = '', content }: ListedPost, { text, media }: Post): boolean {
  const count = content?.multiImage?.images.length ?? (content?.media === undefined ? 0 : 1);
  return count === media.length && comparableText(fromLittleText(commentary)) === comparableText(text);
}

import { ledger } from '../../../core/state/ledger.ts';
import { json } from '../../../core/wire/reply.ts';
import { notFound, refuse, refuseInput } from '../errors.ts';
import { limits, scopes } from '../limits.ts';
import { personUrn } from '../persons.ts';
import { posts, postUrl } from './posts.ts';
import { readRecord } from '../records.ts';
import { jsonBody, restRoute } from '../rest-route.ts';
import { tokenErrors } from '../token-errors.ts';

const shape = { actor: 'string!', object: 'string!', message: 'object!', parentComment: 'string' } as const;

export const createComment = restRoute({
  method: 'POST',
  path: '/socialActions/{urn}/comments',
  operation: 'createComment',
  scope: scopes.publish,
  resource: 'partnerApiSocialActions/comments.CREATE',
  restMethod: 'CREATE',
  query: {},
  handle: (call, { person }) => {
    if (!person.canComment) refuse(tokenErrors.permission('partnerApiSocialActions/comments.CREATE'));
    const urn = call.request.params['urn'] ?? '';
    const body = readRecord(jsonBody(call), shape);
    const { text } = readRecord(body.message, { text: 'string!' }, '/message');
    checkComment({ urn, text, object: body.object });
    if (body.actor !== personUrn(person)) {
      refuse({ status: 403, serviceErrorCode: 100, code: 'ACCESS_DENIED', message: 'The actor must be the member' });
    }
    if (body.parentComment !== undefined) refuse(notFound(`Comment ${body.parentComment}`));
    const id = `7${call.random.digits(18)}`;
    const commentUrn = `urn:li:comment:(${urn},${id})`;
    const now = call.clock.now();
    call.commit((tx) => {
      const post = posts.get(tx, urn);
      if (post === undefined || post.isDeleted) refuse(notFound(`Entity ${urn}`));
      ledger.add(tx, {
        platform: 'linkedin',
        account: person.vanityName,
        accountId: person.id,
        id: commentUrn,
        url: `${postUrl(urn)}?commentUrn=${encodeURIComponent(commentUrn)}`,
        text,
        media: [],
        parentId: urn,
        createdAt: new Date(now).toISOString(),
        deletedAt: null,
      });
    });
    const stamp = { actor: body.actor, time: now };
    const comment = { id, commentUrn, actor: body.actor, object: urn, message: { attributes: [], text } };
    return json(201, { ...comment, created: stamp, lastModified: stamp }, { 'x-restli-id': id });
  },
});

function checkComment({ urn, text, object }: { urn: string; text: string; object: string }): void {
  if (object !== urn) {
    refuseInput({
      code: 'INVALID_VALUE_FOR_FIELD',
      description: 'The object must be what is commented on',
      field: 'object',
    });
  }
  if (text.trim() === '') {
    refuseInput({ code: 'MISSING_FIELD', description: 'A comment needs a text', field: 'message/text' });
  }
  if ([...text].length > limits.commentCharacters) {
    const description = `text exceeded max length of ${limits.commentCharacters} characters`;
    refuseInput({ code: 'FIELD_LENGTH_TOO_LONG', description, field: 'message/text' });
  }
}

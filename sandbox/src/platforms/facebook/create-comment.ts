import { missingObject, refuse, refuseParameter } from '../meta/errors.ts';
import { readNode } from '../meta/fields.ts';
import { pageRoute } from './graph-route.ts';
import { limits, scopes } from './limits.ts';
import { addToLedger, findPublished } from './posts.ts';

export const createComment = pageRoute({
  method: 'POST',
  path: '/{object}/comments',
  operation: 'createComment',
  scope: scopes.engage,
  parameters: { message: 'string!', fields: 'string' },
  handle: (call, { page }, { message, fields }) => {
    if (message.trim() === '') refuseParameter(call, 'The parameter message is required.');
    if ([...message].length > limits.commentCharacters) {
      refuseParameter(call, 'Invalid parameter', `A comment cannot exceed ${limits.commentCharacters} characters.`);
    }
    const { object = '' } = call.request.params;
    return call.commit((tx) => {
      const parent = findPublished(tx, page.id, object) ?? refuse(call, missingObject(call, object));
      const [, story = parent.id] = parent.id.split('_');
      const commentId = call.random.digits(15);
      const id = `${story}_${commentId}`;
      const url = `${parent.url}?comment_id=${commentId}`;
      addToLedger(tx, page, { id, url, text: message, media: [], at: call.clock.now(), parentId: parent.id });
      return readNode(call, { type: 'Comment', values: { id, message, permalink_url: url } }, fields);
    });
  },
});

import { ledger } from '../../core/ledger.ts';
import type { Call } from '../../core/network.ts';
import { missingObject, refuse, refuseParameter } from '../meta/errors.ts';
import { countHashtags } from './container-parameters.ts';
import { graphRoute } from './graph-route.ts';
import { limits, scopes } from './limits.ts';
import { mediaOf, permalinkOf } from './media.ts';

export const createComment = graphRoute({
  method: 'POST',
  path: '/{media}/comments',
  operation: 'createComment',
  scope: scopes.comments,
  parameters: { message: 'string!' },
  handle: (call, { person }, { message }) => {
    checkMessage(call, message);
    const mediaId = call.request.params['media'] ?? '';
    return call.commit((tx) => {
      const media = mediaOf(person.userId).get(tx, mediaId) ?? refuse(call, missingObject(call, mediaId));
      if (media.productType === 'STORY') refuse(call, missingObject(call, mediaId));
      const id = `1791${call.random.digits(13)}`;
      mediaOf(person.userId).put(tx, mediaId, { ...media, commentsCount: media.commentsCount + 1 });
      ledger.add(tx, {
        platform: 'instagram',
        account: person.username,
        accountId: person.userId,
        id,
        url: `${permalinkOf(person, media)}c/${id}/`,
        text: message,
        media: [],
        parentId: mediaId,
        createdAt: new Date(call.clock.now()).toISOString(),
        deletedAt: null,
      });
      return { id };
    });
  },
});

function checkMessage(call: Call, message: string): void {
  if (message.trim() === '') refuseParameter(call, 'The parameter message is required.');
  if ([...message].length > limits.commentCharacters) {
    refuseParameter(call, 'Invalid parameter', `A comment cannot exceed ${limits.commentCharacters} characters.`);
  }
  if (countHashtags(message) > limits.commentHashtags) {
    refuseParameter(
      call,
      'Invalid parameter',
      `A comment cannot contain more than ${limits.commentHashtags} hashtags.`,
    );
  }
}

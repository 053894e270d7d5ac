import type { Post, Publish } from '../adapter.ts';
import { comparableText } from '../shared/comparable-text.ts';
import { inconclusive, matchListed } from '../shared/list-match.ts';
import type { PinterestCall } from './call.ts';
import { titleOf } from './options.ts';
import { listPins, type ListedPin } from './pins.ts';

const limit = 100;

export const settle: Publish<PinterestCall>['settle'] = async (call, post, { sentAt }) => {
  const list = await listPins(call, limit);
  if (list.kind === 'error') return inconclusive(list.error.message);
  if (list.kind !== 'pins') return inconclusive(list.reason);
  return matchListed(list.pins, { sentAt, isSamePost: (pin) => isSamePost(pin, post) });
};

function isSamePost(pin: ListedPin, post: Post): boolean {
  const boardId = post.settings['boardId'];
  const type = post.media.length > 1 ? 'multiple_images' : post.media[0]?.type;
  return (
    (typeof boardId !== 'string' || pin.boardId === boardId) &&
    pin.mediaType === type &&
    comparableText(pin.description) === comparableText(post.text) &&
    comparableText(pin.title) === comparableText(titleOf(post).title)
  );
}

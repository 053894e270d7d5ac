import type { Publish } from '../adapter.ts';
import { comparableText } from '../shared/comparable-text.ts';
import { inconclusive, matchListed } from '../shared/list-match.ts';
import type { XCall } from './call.ts';
import { readTimeline } from './timeline.ts';

const limit = 100;
/** Tolerates X's clock being behind ours. */
const marginMs = 120_000;

export const settle: Publish<XCall>['settle'] = async (call, post, { sentAt }) => {
  const timeline = await readTimeline(call, { limit, since: new Date(sentAt.getTime() - marginMs) });
  if (timeline.kind === 'error') return inconclusive(timeline.error.detail);
  if (timeline.kind !== 'tweets') return inconclusive(timeline.reason);
  const forms = [comparableText, withoutProtocols];
  return matchListed(timeline.tweets, {
    sentAt,
    isSamePost: ({ text, mediaKeys }) =>
      mediaKeys.length === post.media.length && forms.some((form) => form(text) === form(post.text)),
  });
};

/** X adds a protocol to links that were written without one. */
function withoutProtocols(text: string): string {
  return comparableText(text.replaceAll(/https?:\/\//gi, ''));
}

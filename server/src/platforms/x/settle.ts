import type { Publish } from '../adapter.ts';
import { comparableText } from '../shared/comparable-text.ts';
import { inconclusive, matchListed } from '../shared/list-match.ts';
import { readTimeline } from './timeline.ts';

const limit = 100;
/** The network's clock may be behind ours. */
const marginMs = 120_000;

export const settle: Publish['settle'] = async (call, post, { sentAt }) => {
  const timeline = await readTimeline(call, { limit, since: new Date(sentAt.getTime() - marginMs) });
  if (timeline.kind === 'error') return inconclusive(timeline.problem.detail);
  if (timeline.kind !== 'tweets') return inconclusive(timeline.reason);
  const forms = [comparableText, withoutProtocols];
  return matchListed(timeline.tweets, {
    sentAt,
    isLike: ({ text, mediaKeys }) =>
      mediaKeys.length === post.media.length && forms.some((form) => form(text) === form(post.text)),
  });
};

/** X makes links of addresses that are written without a protocol, and answers with one. */
function withoutProtocols(text: string): string {
  return comparableText(text.replaceAll(/https?:\/\//gi, ''));
}

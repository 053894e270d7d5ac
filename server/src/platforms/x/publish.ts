import { Type } from 'typebox';
import type { AccountCall, Handle, Outcome, Publish } from '../adapter.ts';
import { answerReader } from '../shared/answer-reader.ts';
import { jsonBody } from '../shared/bodies.ts';
import { readOptions } from '../shared/read-options.ts';
import { threadsWith } from '../shared/thread-items.ts';
import { callX } from './client.ts';
import { toSendOutcome } from './errors.ts';
import { isStale, noUploads, readHandle } from './handle.ts';
import { check, limits, options } from './options.ts';
import { postUrl } from './post-url.ts';
import { settle } from './settle.ts';
import { upload } from './upload.ts';

export const publish: Publish = {
  limits,
  options,
  check,
  prepare: (call, { media }, handle) => upload(call, media, handle),
  send: (call, { text, settings }, handle) => {
    const { replySettings } = readOptions(options, settings).options;
    const reply_settings = replySettings === undefined ? {} : { reply_settings: replySettings };
    return create(call, { ...words(text), ...reply_settings }, handle);
  },
  settle,
  thread: threadsWith(limits),
  followUps: {
    list: ({ thread }) => thread.map((_, index) => `threadItems[${index + 1}]`),
    prepare: (call, { thread }, { index }, handle) => upload(call, thread[index]?.media ?? [], handle),
    send: (call, { thread }, { index, previousId }, handle) =>
      create(call, { ...words(thread[index]?.text ?? ''), reply: { in_reply_to_tweet_id: previousId } }, handle),
  },
};

function words(text: string): { text?: string } {
  return text === '' ? {} : { text };
}

const readMade = answerReader(Type.Object({ data: Type.Object({ id: Type.String({ pattern: '^[0-9]{1,19}$' }) }) }));

async function create(call: AccountCall, fields: object, handle: Handle | undefined): Promise<Outcome> {
  const uploads = handle === undefined ? noUploads : readHandle(handle);
  if (isStale(uploads, call.clock.now())) {
    return { kind: 'preparationLost', reason: 'the uploaded media have expired' };
  }
  const media = uploads.ready.length === 0 ? {} : { media: { media_ids: uploads.ready } };
  const reply = await callX(call, { path: '/2/tweets', body: jsonBody({ ...fields, ...media }) });
  if (reply.kind !== 'ok') return toSendOutcome(reply);
  const id = readMade(reply.json)?.data.id;
  if (id === undefined) return { kind: 'unknown', reason: 'an answer without an id' };
  return { kind: 'published', id, url: postUrl(call, id) };
}

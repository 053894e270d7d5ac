import { Type } from 'typebox';
import type { PublishState, Outcome, Publish } from '../adapter.ts';
import { responseReader } from '../shared/response-reader.ts';
import { jsonBody } from '../shared/bodies.ts';
import { readOptions } from '../shared/read-options.ts';
import { threadsWith } from '../shared/thread-items.ts';
import type { XAccountCall, XCall } from './call.ts';
import { callX } from './client.ts';
import { toSendOutcome } from './errors.ts';
import { isStale, noUploads, readPublishState } from './publish-state.ts';
import { check, limits, options } from './options.ts';
import { postUrl } from './post-url.ts';
import { settle } from './settle.ts';
import { upload } from './upload.ts';

export const publish: Publish<XCall> = {
  limits,
  options,
  check,
  prepare: (call, { media }, publishState) => upload(call, media, publishState),
  send: (call, { text, settings }, publishState) => {
    const { replySettings } = readOptions(options, settings).options;
    const reply_settings = replySettings === undefined ? {} : { reply_settings: replySettings };
    return create(call, { ...textField(text), ...reply_settings }, publishState);
  },
  settle,
  thread: threadsWith(limits),
  followUps: {
    list: ({ thread }) => thread.map((_, index) => `threadItems[${index + 1}]`),
    prepare: (call, { thread }, { index }, publishState) => upload(call, thread[index]?.media ?? [], publishState),
    send: (call, { thread }, { index, previousId }, publishState) =>
      create(
        call,
        { ...textField(thread[index]?.text ?? ''), reply: { in_reply_to_tweet_id: previousId } },
        publishState,
      ),
  },
};

function textField(text: string): { text?: string } {
  return text === '' ? {} : { text };
}

const readCreated = responseReader(
  Type.Object({ data: Type.Object({ id: Type.String({ pattern: '^[0-9]{1,19}$' }) }) }),
);

async function create(call: XAccountCall, fields: object, publishState: PublishState | undefined): Promise<Outcome> {
  const uploads = publishState === undefined ? noUploads : readPublishState(publishState);
  if (isStale(uploads, call.clock.now())) {
    return { kind: 'preparationLost', reason: 'the uploaded media have expired' };
  }
  const media = uploads.ready.length === 0 ? {} : { media: { media_ids: uploads.ready } };
  const reply = await callX(call, { path: '/2/tweets', body: jsonBody({ ...fields, ...media }) });
  if (reply.kind !== 'ok') return toSendOutcome(reply);
  const id = readCreated(reply.json)?.data.id;
  if (id === undefined) return { kind: 'unknown', reason: 'the response has no ID' };
  return { kind: 'published', id, url: postUrl(call, id) };
}

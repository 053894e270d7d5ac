import type { Media, Post, Publish, Step } from '../adapter.ts';
import { webUrl } from '../shared/platform-text.ts';
import type { YoutubeAccountCall, YoutubeCall } from './call.ts';
import { toStepRefusal } from './errors.ts';
import { readPublishState, type Upload } from './publish-state.ts';
import { readProgress, openUpload, partBytes, putPart } from './upload.ts';

export const prepare: Publish<YoutubeCall>['prepare'] = async (call, post, publishState) => {
  const video = requireVideo(post);
  if (publishState === undefined) return await begin(call, post, video);
  const upload = readPublishState(publishState);
  if (!isLast(video, upload.offset)) {
    const sent = await putPart(call, video, upload);
    if (sent.kind === 'incomplete' && sent.offset > upload.offset) return again(upload, sent.offset);
    if (sent.kind === 'error' || sent.kind === 'notSent') return toStepRefusal(call, sent);
  }
  const progress = await readProgress(call, video, upload.uri);
  if (progress.kind === 'gone') return await begin(call, post, video);
  // An earlier attempt sent the last part; `send` gets the result from the upload.
  if (progress.kind === 'complete') return { kind: 'ready', publishState: upload };
  return progress.kind === 'incomplete'
    ? continueUpload(video, upload, progress.offset)
    : toStepRefusal(call, progress);
};

function isLast({ sizeBytes }: Media, offset: number): boolean {
  return sizeBytes - offset <= partBytes;
}

function continueUpload(video: Media, upload: Upload, offset: number): Step {
  if (isLast(video, offset)) return { kind: 'ready', publishState: { ...upload, offset } };
  if (offset !== upload.offset) return again(upload, offset);
  return { kind: 'notDone', reason: 'YouTube received nothing of an uploaded part' };
}

function again(upload: Upload, offset: number): Step {
  return { kind: 'again', publishState: { ...upload, offset } };
}

export function requireVideo({ media }: Post): Media {
  const [video] = media;
  if (video === undefined) throw new Error('a post without a video must be refused by the checks');
  return video;
}

async function begin(call: YoutubeAccountCall, post: Post, video: Media): Promise<Step> {
  const reply = await openUpload(call, post, video);
  if (reply.kind !== 'ok') return toStepRefusal(call, reply);
  const uri = webUrl(reply.headers['location']);
  if (uri === undefined) return { kind: 'notDone', reason: 'the response has no upload URL' };
  return { kind: 'again', publishState: { v: 1, uri, offset: 0 } };
}

import type { AccountCall, Media, Post, Publish, Step } from '../adapter.ts';
import { webUrl } from '../shared/network-text.ts';
import { toStepRefusal } from './errors.ts';
import { readHandle, type Upload } from './handle.ts';
import { askProgress, openUpload, partBytes, putPart } from './upload.ts';

/** All but the last part, which makes the video. Before that, and in doubt, the network says itself how much it has. */
export const prepare: Publish['prepare'] = async (call, post, handle) => {
  const video = requireVideo(post);
  if (handle === undefined) return await begin(call, post, video);
  const upload = readHandle(handle);
  if (!isLast(video, upload.offset)) {
    const sent = await putPart(call, video, upload);
    if (sent.kind === 'goingOn' && sent.offset > upload.offset) return again(upload, sent.offset);
    if (sent.kind === 'error' || sent.kind === 'notSent') return toStepRefusal(call, sent);
  }
  const progress = await askProgress(call, video, upload.uri);
  if (progress.kind === 'gone') return await begin(call, post, video);
  // An earlier attempt sent the last part after all: whoever sends is told so by the upload itself.
  if (progress.kind === 'whole') return { kind: 'ready', handle: upload };
  return progress.kind === 'goingOn' ? goOn(video, upload, progress.offset) : toStepRefusal(call, progress);
};

function isLast({ sizeBytes }: Media, offset: number): boolean {
  return sizeBytes - offset <= partBytes;
}

function goOn(video: Media, upload: Upload, offset: number): Step {
  if (isLast(video, offset)) return { kind: 'ready', handle: { ...upload, offset } };
  if (offset !== upload.offset) return again(upload, offset);
  return { kind: 'notDone', reason: 'YouTube has got nothing of a part' };
}

function again(upload: Upload, offset: number): Step {
  return { kind: 'again', handle: { ...upload, offset } };
}

export function requireVideo({ media }: Post): Media {
  const [video] = media;
  if (video === undefined) throw new Error('a post without a video was not to come this far');
  return video;
}

async function begin(call: AccountCall, post: Post, video: Media): Promise<Step> {
  const reply = await openUpload(call, post, video);
  if (reply.kind !== 'ok') return toStepRefusal(call, reply);
  const uri = webUrl(reply.headers['location']);
  if (uri === undefined) return { kind: 'notDone', reason: 'an answer without an upload address' };
  return { kind: 'again', handle: { v: 1, uri, offset: 0 } };
}

import { defined } from '../../core/defined.ts';
import { ledger, type LedgerMedia } from '../../core/state/ledger.ts';
import { mediaTypeOf } from '../../core/media/media-type.ts';
import type { Call } from '../../core/platform.ts';
import type { Person } from './persons.ts';
import { channelId } from './persons.ts';
import { uploads, type Upload } from './uploads.ts';
import { videos, watchUrl, type Video } from './videos.ts';

/** Concurrent requests create one video. */
export async function finishUpload(call: Call, person: Person, upload: Upload): Promise<Upload> {
  const file = await assemble(call, upload);
  const id = call.random.text(11);
  return call.commit((tx) => {
    const now = uploads.get(tx, upload.id) ?? upload;
    if (now.videoId !== undefined) return now;
    const facts = { id, ownerId: person.id, createdAt: call.clock.now(), isDeleted: false };
    const video: Video = { ...upload.metadata, ...facts, ...defined({ file }) };
    videos.put(tx, id, video);
    if (file !== undefined) ledger.add(tx, entryOf(video, person, file));
    const finished = { ...now, videoId: id };
    uploads.put(tx, upload.id, finished);
    return finished;
  });
}

/** Undefined when the file is no video or its processing failed. */
async function assemble(call: Call, { pieces }: Upload): Promise<LedgerMedia | undefined> {
  if (call.takeFault('processingFailed') !== undefined) return undefined;
  const head = await call.media.read(pieces[0]?.sha256 ?? '');
  const type = head && mediaTypeOf(head);
  if (type !== 'video/mp4' && type !== 'video/quicktime') return undefined;
  const joined = await call.media.join(pieces.map(({ sha256 }) => sha256));
  return joined && { type: 'video', ...joined };
}

export function entryOf(video: Video, person: Person, file: LedgerMedia) {
  const { title, description } = video;
  return {
    platform: 'youtube',
    account: person.handle,
    accountId: channelId(person),
    id: video.id,
    url: watchUrl(video),
    text: [title, description].filter((text) => text !== '').join('\n\n'),
    media: [file],
    parentId: null,
    createdAt: new Date(video.createdAt).toISOString(),
    deletedAt: null,
  };
}

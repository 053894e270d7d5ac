import type { Call } from '../../core/platform.ts';
import { isRecord } from '../../core/wire/parameters.ts';
import type { Tx } from '../../core/state/store.ts';
import { refuse } from './errors.ts';
import { limits } from './limits.ts';
import { method } from './method.ts';
import { readObject } from './parameter-errors.ts';
import { publish, sendingParameters, type Draft } from './publish.ts';
import { captionParameters, draftMedia, videoParameters } from './send-media.ts';

const photoShape = { type: 'string!', media: 'string!', ...captionParameters } as const;
const videoShape = { ...photoShape, ...videoParameters } as const;

export const sendMediaGroup = method({
  name: 'sendMediaGroup',
  parameters: { ...sendingParameters, media: 'array!' },
  handle: async (call, values) => {
    const { media } = values;
    if (media.length < limits.albumItemsMin || media.length > limits.albumItemsMax) {
      const range = `${limits.albumItemsMin}-${limits.albumItemsMax}`;
      refuse(400, `Bad Request: wrong number of items in the album: ${range} are needed`);
    }
    const drafts: Awaited<ReturnType<typeof draftItem>>[] = [];
    // Sequential, so that seeded IDs follow the items' order.
    for (const item of media) drafts.push(await draftItem(call, item));
    const albumId = call.random.digits(17);
    return publish(call, values, (tx) =>
      drafts
        .flatMap((draft) => draft(tx))
        .map((each) => ({ ...each, wire: { media_group_id: albumId, ...each.wire } })),
    );
  },
});

async function draftItem(call: Call, item: unknown): Promise<(tx: Tx) => Draft[]> {
  const type = isRecord(item) ? item['type'] : undefined;
  if (type === 'photo') {
    const photo = readObject(item, 'media', photoShape);
    return draftMedia(call, 'photo', photo.media, photo);
  }
  if (type === 'video') {
    const video = readObject(item, 'media', videoShape);
    return draftMedia(call, 'video', video.media, video);
  }
  refuse(400, "Bad Request: can't parse InputMedia: type must be photo or video");
}

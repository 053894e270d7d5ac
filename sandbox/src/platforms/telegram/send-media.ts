import type { Call } from '../../core/platform.ts';
import type { FilePart } from '../../core/wire/read-body.ts';
import { refuse } from './errors.ts';
import { files, type StoredFile } from './files.ts';
import type { Formatted } from './format/entity.ts';
import { readCaption } from './format/read-text.ts';
import { attachedPart, ledgerMedia, takeMedia, type MediaKind } from './media.ts';
import { method } from './method.ts';
import { publish, sendingParameters, type Draft } from './publish.ts';

export const captionParameters = {
  caption: 'string',
  parse_mode: 'string',
  caption_entities: 'array',
  show_caption_above_media: 'boolean',
  has_spoiler: 'boolean',
} as const;

const frameParameters = { width: 'integer', height: 'integer', duration: 'integer', thumbnail: 'file' } as const;
export const videoParameters = { ...frameParameters, supports_streaming: 'boolean', cover: 'file' } as const;

type Captioned = {
  readonly caption?: string | undefined;
  readonly parse_mode?: string | undefined;
  readonly caption_entities?: readonly unknown[] | undefined;
};
type Framed = {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly duration?: number | undefined;
  readonly thumbnail?: string | FilePart | undefined;
  readonly cover?: string | FilePart | undefined;
};

export const sendPhoto = method({
  name: 'sendPhoto',
  parameters: { ...sendingParameters, ...captionParameters, photo: 'file!' },
  handle: async (call, values) => {
    const draft = await draftMedia(call, 'photo', values.photo, values);
    return publish(call, values, draft)[0];
  },
});

export const sendVideo = method({
  name: 'sendVideo',
  parameters: { ...sendingParameters, ...captionParameters, ...videoParameters, video: 'file!' },
  handle: async (call, values) => {
    const draft = await draftMedia(call, 'video', values.video, values);
    return publish(call, values, draft)[0];
  },
});

export const sendAnimation = method({
  name: 'sendAnimation',
  parameters: { ...sendingParameters, ...captionParameters, ...frameParameters, animation: 'file!' },
  handle: async (call, values) => {
    const draft = await draftMedia(call, 'animation', values.animation, values);
    return publish(call, values, draft)[0];
  },
});

/** Only the returned function, called in the message's transaction, records the item. */
export async function draftMedia(
  call: Call,
  kind: MediaKind,
  value: string | FilePart,
  values: Captioned & Framed,
): Promise<(tx: Parameters<typeof files.put>[0]) => Draft[]> {
  const caption = readCaption({
    text: values.caption,
    parseMode: values.parse_mode,
    entities: values.caption_entities,
  });
  if (values.cover !== undefined) await takeMedia(call, 'photo', values.cover);
  if (values.thumbnail !== undefined) checkThumbnail(call, values.thumbnail);
  const file = await takeMedia(call, kind, value);
  return (tx) => {
    files.put(tx, file.fileId, file);
    const wire = { ...wireMedia(file, values), ...wireCaption(caption) };
    return [{ text: caption.text, media: [ledgerMedia(file)], wire }];
  };
}

/** Thumbnails must be uploaded every time. */
function checkThumbnail(call: Call, value: string | FilePart): void {
  const name = typeof value === 'string' ? /^attach:\/\/(.+)$/.exec(value)?.[1] : undefined;
  if (typeof value === 'string' && name === undefined)
    refuse(400, "Bad Request: thumbnail can't be reused and can be only uploaded as a new file");
  if (name !== undefined) attachedPart(call, name);
}

function wireCaption({ text, entities }: Formatted) {
  if (text === '') return {};
  return { caption: text, ...(entities.length > 0 && { caption_entities: entities }) };
}

function wireMedia(file: StoredFile, framed: Framed): Record<string, unknown> {
  const common = { file_id: file.fileId, file_unique_id: file.uniqueId, file_size: file.sizeBytes };
  if (file.isDocument) return { document: { ...common, mime_type: file.mimeType } };
  const size = { width: framed.width ?? file.width, height: framed.height ?? file.height };
  if (file.kind === 'photo') return { photo: [{ ...common, width: file.width, height: file.height }] };
  const moving = { ...common, ...size, duration: framed.duration ?? 0, mime_type: file.mimeType };
  return file.kind === 'video' ? { video: moving } : { animation: moving, document: common };
}

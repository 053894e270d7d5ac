import { Type } from 'typebox';
import { isJsonObject } from '../../kernel/text/json.ts';
import { responseReader } from '../shared/response-reader.ts';
import { platformText, webUrl } from '../shared/platform-text.ts';
import type { PinterestAccountCall } from './call.ts';
import { callPinterest, type PinterestFailure } from './client.ts';

export const isPinId = (text: string): boolean => /^[0-9]{1,25}$/.test(text);

const read = responseReader(
  Type.Object({
    id: Type.String({ pattern: '^[0-9]{1,25}$' }),
    created_at: Type.String(),
    title: Type.Optional(Type.Unknown()),
    description: Type.Optional(Type.Unknown()),
    board_id: Type.Optional(Type.Unknown()),
    media: Type.Optional(Type.Unknown()),
  }),
);

export type ListedPin = {
  id: string;
  url: string;
  publishedAt: Date;
  title: string;
  description: string;
  boardId: string;
  mediaType: string;
  imageUrl: string | undefined;
};

export async function listPins(
  call: PinterestAccountCall,
  limit: number,
): Promise<{ kind: 'pins'; pins: ListedPin[] } | PinterestFailure> {
  const reply = await callPinterest(call, { path: '/pins', query: { page_size: String(Math.min(limit, 250)) } });
  if (reply.kind !== 'ok') return reply;
  const { items } = reply.json;
  if (!Array.isArray(items)) return { kind: 'lost', reason: 'the list could not be parsed' };
  return { kind: 'pins', pins: items.flatMap(toPin) };
}

/** Undefined for pins of others: Pinterest returns those on boards shared with the account. */
export async function findPin(
  call: PinterestAccountCall,
  id: string,
): Promise<{ kind: 'pin'; pin: ListedPin | undefined } | PinterestFailure> {
  const reply = await callPinterest(call, { path: `/pins/${id}` });
  if (reply.kind !== 'ok') return reply;
  const [pin] = toPin(reply.json);
  if (pin === undefined) return { kind: 'lost', reason: 'the pin could not be parsed' };
  return { kind: 'pin', pin: pin.id === id && reply.json['is_owner'] === true ? pin : undefined };
}

const textMax = 2000;

function toPin(value: unknown): ListedPin[] {
  const pin = read(value);
  if (pin === undefined) return [];
  // A time without a zone is UTC.
  const hasZone = /Z$|[+-]\d\d:?\d\d$/.test(pin.created_at);
  const publishedAt = new Date(hasZone ? pin.created_at : `${pin.created_at}Z`);
  if (Number.isNaN(publishedAt.getTime())) return [];
  return [
    {
      id: pin.id,
      url: pinUrl(pin.id),
      publishedAt,
      title: platformText(pin.title, textMax) ?? '',
      description: platformText(pin.description, textMax) ?? '',
      boardId: platformText(pin.board_id, 50) ?? '',
      ...mediaOf(pin.media),
    },
  ];
}

function mediaOf(value: unknown): Pick<ListedPin, 'mediaType' | 'imageUrl'> {
  const media = isJsonObject(value) ? value : {};
  const images = isJsonObject(media['images']) ? media['images'] : {};
  const image = isJsonObject(images['600x']) ? images['600x'] : {};
  return {
    mediaType: platformText(media['media_type'], 50) ?? '',
    imageUrl: webUrl(image['url']) ?? webUrl(media['cover_image_url']),
  };
}

export function pinUrl(id: string): string {
  return `https://www.pinterest.com/pin/${id}/`;
}

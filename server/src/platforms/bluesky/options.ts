import { Type } from 'typebox';
import type { Limits } from '../adapter.ts';
import { ThreadItems } from '../shared/thread-items.ts';

const megabyte = 1_000_000;

export const options = Type.Object({
  altTexts: Type.Optional(
    Type.Array(Type.String({ maxLength: 2000 }), {
      description: 'Alternative texts in the order of the media items; of a thread, those of the first item.',
    }),
  ),
  languages: Type.Optional(
    Type.Array(
      Type.String({
        pattern: '^([A-Za-z]{2,3}|i-[A-Za-z0-9]{1,8})(-[A-Za-z0-9]{1,8})*$',
        maxLength: 64,
        'x-rule': 'must be BCP 47 language tags, such as en or pt-BR',
      }),
      {
        maxItems: 3,
        description: 'BCP 47 language tags, such as en or pt-BR.',
      },
    ),
  ),
  disableLinkCard: Type.Optional(
    Type.Boolean({ default: false, description: 'Keeps the first link of a post without media from becoming a card.' }),
  ),
  threadItems: Type.Optional(ThreadItems),
});

export const textBytesMax = 3000;

export const limits: Limits = {
  text: { max: 300, unit: 'graphemes' },
  media: {
    isRequired: false,
    countMax: 4,
    rules: [
      { type: 'image', contentTypes: ['image/jpeg', 'image/png', 'image/webp'], sizeBytesMax: 2 * megabyte },
      { type: 'video', contentTypes: ['video/mp4'], sizeBytesMax: 300 * megabyte, isAlone: true },
    ],
  },
};

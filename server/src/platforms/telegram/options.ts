import { Type } from 'typebox';
import type { Limits } from '../adapter.ts';

const megabyte = 1_000_000;

export const options = Type.Object({
  parseMode: Type.Optional(
    Type.Enum(['html', 'markdownv2'], { 'x-column': 'telegram_parse_mode', description: 'Omitted: plain text.' }),
  ),
  disableNotification: Type.Optional(
    Type.Boolean({
      'x-column': 'telegram_disable_notification',
      default: false,
      description: 'Sends it without a sound.',
    }),
  ),
  disableLinkPreview: Type.Optional(
    Type.Boolean({
      'x-column': 'telegram_disable_web_page_preview',
      default: false,
      description: 'Shows no preview of links.',
    }),
  ),
  protectContent: Type.Optional(
    Type.Boolean({
      'x-column': 'telegram_protect_content',
      default: false,
      description: 'Keeps it from being forwarded or saved.',
    }),
  ),
});

export const limits: Limits = {
  text: { max: 4096, maxWithMedia: 1024, unit: 'utf16' },
  media: {
    isRequired: false,
    countMax: 10,
    rules: [
      { type: 'image', contentTypes: ['image/jpeg', 'image/png', 'image/webp'], sizeBytesMax: 10 * megabyte },
      { type: 'video', contentTypes: ['video/mp4', 'video/quicktime'], sizeBytesMax: 50 * megabyte },
      { type: 'gif', contentTypes: ['image/gif'], sizeBytesMax: 50 * megabyte, isAlone: true },
    ],
  },
};

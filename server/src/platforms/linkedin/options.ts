import { Type } from 'typebox';
import type { Limits } from '../adapter.ts';

const megabyte = 1_000_000;
const second = 1000;

export const titleMax = 200;
const Title = { minLength: 1, maxLength: titleMax };

export const options = Type.Object({
  visibility: Type.Optional(
    Type.Enum(['PUBLIC', 'CONNECTIONS'], { default: 'PUBLIC', description: 'Who sees the post.' }),
  ),
  videoTitle: Type.Optional(Type.String({ ...Title, description: 'Omitted: the title of the post.' })),
  documentTitle: Type.Optional(
    Type.String({ ...Title, description: 'Omitted: the title of the post, else its first line.' }),
  ),
  firstComment: Type.Optional(
    Type.String({
      'x-column': 'linkedin_first_comment',
      'x-aliases': ['first_comment'],
      minLength: 1,
      maxLength: 1250,
      description: 'Added below the post after it is published.',
    }),
  ),
  disableLinkPreview: Type.Optional(
    Type.Boolean({
      'x-aliases': ['disableLinkCard'],
      default: false,
      description: 'Keeps the first link of a post without media from becoming a card.',
    }),
  ),
  reshareUrl: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2048,
      description: 'The URL or URN of a post to share. Cannot be combined with media.',
    }),
  ),
  geoRestrictionCountries: Type.Optional(
    Type.Array(
      Type.String({ pattern: '^[A-Za-z]{2}$', 'x-rule': 'must be country codes of two letters, such as DE' }),
      {
        maxItems: 25,
        description: 'Reserved for posts of organisations (ISO 3166 country codes, such as DE); refused for now.',
      },
    ),
  ),
  organizationUrn: Type.Optional(
    Type.String({ maxLength: 200, description: 'Reserved for posts of organisations; refused for now.' }),
  ),
});

export const limits: Limits = {
  text: { max: 3000, unit: 'characters' },
  media: {
    isRequired: false,
    countMax: 10,
    rules: [
      { type: 'image', contentTypes: ['image/jpeg', 'image/png'], sizeBytesMax: 10 * megabyte },
      { type: 'gif', contentTypes: ['image/gif'], sizeBytesMax: 10 * megabyte },
      {
        type: 'video',
        contentTypes: ['video/mp4'],
        videoCodecs: ['avc'],
        sizeBytesMax: 500 * megabyte,
        isAlone: true,
        durationMs: { min: 3 * second, max: 30 * 60 * second },
      },
      { type: 'document', contentTypes: ['application/pdf'], sizeBytesMax: 100 * megabyte, isAlone: true },
    ],
  },
};

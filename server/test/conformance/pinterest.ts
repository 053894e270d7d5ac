import assert from 'node:assert/strict';
import { pinterest } from '../../src/platforms/pinterest/index.ts';
import type { PlatformCase } from './platform-case.ts';

export const pinterestCase: PlatformCase = {
  adapter: pinterest,
  connect: {
    operations: ['issueTokens', 'getUserAccount'],
    withheld: { scope: 'pins:write' },
  },
  refresh: {
    operation: 'issueTokens',
    refused: [
      { fault: 'tokenExpired', cause: 'tokenDead' },
      { fault: 'tokenRevoked', cause: 'tokenDead' },
    ],
  },
  prepareAccount: async ({ boards }, call) => {
    const result = await boards?.create(call, { name: 'A place for posts', description: '', privacy: 'PUBLIC' });
    assert.ok(result?.kind === 'board', JSON.stringify(result));
    return { boardId: result.board.id };
  },
  posts: [
    { name: 'image', post: (files) => files.with([files.jpeg('image')], 'An image') },
    {
      name: 'image with settings',
      post: (files) =>
        files.with([files.png('settings')], 'Sugar & spice <3 https://example.com/a?b=1&c=2', {
          title: 'Its own title',
          link: 'https://example.com/recipe?id=1',
          altText: 'A cake',
        }),
      text: 'Its own title\n\nSugar & spice <3 https://example.com/a?b=1&c=2',
      sent: [
        {
          operation: 'createPin',
          body: {
            title: 'Its own title',
            link: 'https://example.com/recipe?id=1',
            alt_text: 'A cake',
            media_source: { source_type: 'image_url' },
          },
        },
      ],
    },
    {
      name: 'image with the title of the post',
      post: (files) => ({ ...files.with([files.jpeg('titled')], ''), title: 'Nothing but a title' }),
      text: 'Nothing but a title',
    },
    {
      name: 'images',
      post: (files) => files.with(['one', 'two', 'three', 'four', 'five'].map(files.jpeg), 'Five at once'),
      sent: [{ operation: 'createPin', body: { media_source: { source_type: 'multiple_image_urls' } } }],
    },
    {
      name: 'video',
      post: (files) => files.with([files.mp4('video')], 'A video'),
      sent: [{ operation: 'createPin', body: { media_source: { cover_image_key_frame_time: 0 } } }],
    },
    {
      name: 'video with a moment for its cover',
      post: (files) => files.with([files.mp4('moment')], 'A moment', { coverImageKeyFrameTime: 2.5 }),
      sent: [{ operation: 'createPin', body: { media_source: { cover_image_key_frame_time: 2 } } }],
    },
    {
      name: 'video with an image for its cover',
      post: (files) => files.with([files.mp4('cover')], 'Covered', { coverImageUrl: files.jpeg('cover').url }),
    },
  ],
  prepare: [
    { operation: 'registerMedia', post: 'video' },
    {
      operation: 'uploadVideo',
      post: 'video',
      spares: ['malformed', 'rateLimit', 'tokenExpired', 'tokenRevoked'],
    },
    { operation: 'getMedia', post: 'video' },
  ],
  send: [
    { operation: 'createPin', post: 'image' },
    { operation: 'createPin', post: 'image with settings' },
    { operation: 'createPin', post: 'images' },
    { operation: 'createPin', post: 'video' },
  ],
  settle: { result: 'foundOnly', lookUps: ['listPins'], listOperation: 'listPins' },
  tokens: { tokenExpired: 'tokenExpired', tokenRevoked: 'tokenExpired' },
  scopeMissing: pinterest.connect.scopes.publish,
  processing: [{ operation: 'uploadVideo', post: 'video', failure: 'rejected' }],
  unpublish: [
    { operation: 'deletePin', post: 'image' },
    { operation: 'deletePin', post: 'video' },
  ],
  metrics: {
    post: 'image',
    missing: '999',
    operations: ['getPin'],
    reported: ({ impressions, likes, comments, saves, clicks }) => ({
      ...{ impressions, views: impressions, likes, comments, saves, clicks },
    }),
  },
  followers: { operation: 'getUserAccount' },
  externalPosts: {
    post: 'image',
    listLag: true,
    mediaUrls: ['https://example.com/photo.jpg'],
    missing: { id: '999', url: 'https://www.pinterest.com/pin/999/' },
    operations: { list: 'listPins', find: 'getPin', findByUrl: 'getPin' },
  },
  boards: {
    operations: { list: 'listBoards', create: 'createBoard', find: 'getBoard' },
    privacies: ['PUBLIC', 'PROTECTED', 'SECRET'],
    missing: '123456789012345678',
    setting: 'boardId',
    post: 'image',
  },
  variants: [{ name: 'instants without a time zone', facts: { dropsTimeZone: true } }],
};

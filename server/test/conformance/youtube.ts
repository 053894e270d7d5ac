import { youtube } from '../../src/platforms/youtube/index.ts';
import type { PlatformCase } from './platform-case.ts';

const scope = (name: string): string => `https://www.googleapis.com/auth/${name}`;

export const youtubeCase: PlatformCase = {
  adapter: youtube,
  connect: {
    operations: ['issueTokens', 'listChannels'],
    withheld: { scope: scope('youtube.upload') },
    refused: ['linus.watches'],
  },
  refresh: {
    operation: 'issueTokens',
    refused: [
      { fault: 'tokenExpired', cause: 'tokenDead' },
      { fault: 'tokenRevoked', cause: 'tokenDead' },
    ],
  },
  revoke: { operation: 'revokeToken', isAccessOver: true, cause: 'tokenDead' },
  posts: [
    {
      name: 'video',
      post: (files) => files.with([files.mp4('video')], 'What it is about', { title: 'A video' }),
      text: 'A video\n\nWhat it is about',
      sent: [
        {
          operation: 'beginUpload',
          body: {
            snippet: { title: 'A video', description: 'What it is about', categoryId: '22' },
            status: { privacyStatus: 'public', selfDeclaredMadeForKids: false },
          },
        },
      ],
    },
    {
      name: 'video with settings',
      post: (files) => ({
        ...files.with([files.mp4('settings')], 'Long\nstory', {
          privacyStatus: 'Unlisted',
          tags: 'cats, two cats',
          categoryId: '15',
          madeForKids: true,
          notifySubscribers: false,
        }),
        title: 'Cats & dogs — 100 % ünïcode 👩‍👩‍👧',
      }),
      text: 'Cats & dogs — 100 % ünïcode 👩‍👩‍👧\n\nLong\nstory',
      sent: [
        {
          operation: 'beginUpload',
          body: {
            snippet: { tags: ['cats', 'two cats'], categoryId: '15' },
            status: { privacyStatus: 'unlisted', selfDeclaredMadeForKids: true },
          },
        },
      ],
    },
    {
      name: 'video named by its first line',
      post: (files) => files.with([files.mp4('line')], '\nThe first line\nand more'),
      text: 'The first line\n\n\nThe first line\nand more',
    },
    {
      name: 'private video without words',
      post: (files) => ({
        ...files.with([files.mp4('private')], '', { privacyStatus: 'private' }),
        title: 'For me alone',
        tags: ['of', 'the post'],
      }),
      text: 'For me alone',
      sent: [{ operation: 'beginUpload', body: { snippet: { tags: ['of', 'the post'] } } }],
    },
  ],
  prepare: [
    { operation: 'beginUpload', post: 'video' },
    { operation: 'readUploadProgress', post: 'video' },
  ],
  send: [{ operation: 'uploadPart', post: 'video' }],
  settle: { result: 'found', lookUps: ['readUploadProgress'] },
  tokens: { tokenExpired: 'tokenExpired', tokenRevoked: 'tokenExpired' },
  scopeMissing: youtube.connect.scopes.publish,
  unpublish: [{ operation: 'deleteVideo', post: 'video' }],
  externalPosts: {
    post: 'video',
    listLag: true,
    mediaUrls: ['https://example.com/video.mp4'],
    missing: { id: 'xxxxxxxxxxx', url: 'https://www.youtube.com/watch?v=xxxxxxxxxxx' },
    operations: { list: 'listPlaylistItems', find: 'listVideos', findByUrl: 'listVideos' },
  },
  metrics: {
    post: 'video',
    missing: 'xxxxxxxxxxx',
    operations: ['listVideos'],
    reported: ({ views, likes, comments }) => ({ impressions: views, views, likes, comments }),
  },
  followers: { operation: 'listChannels' },
  throttledMs: () => 60_000,
};

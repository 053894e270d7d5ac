import { bluesky } from '../../src/platforms/bluesky/index.ts';
import type { PlatformCase } from './platform-case.ts';

const refreshGraceMs = 2 * 3_600_000;

export const blueskyCase: PlatformCase = {
  adapter: bluesky,
  connect: {
    operations: ['createSession'],
    spareable: ['getProfile'],
    wrong: { appPassword: 'not-the-pass-word', handle: 'nobody.example.com', serviceUrl: 'nowhere' },
  },
  refresh: {
    operation: 'refreshSession',
    rotates: { graceMs: refreshGraceMs + 60_000, cause: 'tokenDead' },
    refused: [
      { fault: 'tokenExpired', cause: 'tokenDead' },
      { fault: 'tokenRevoked', cause: 'tokenDead' },
    ],
  },
  revoke: { operation: 'deleteSession', isAccessOver: false, cause: 'tokenDead' },
  posts: [
    {
      name: 'text',
      post: ({ text }) => text('Hello, sky'),
      sent: [{ operation: 'createRecord', body: { record: { $type: 'app.bsky.feed.post', text: 'Hello, sky' } } }],
    },
    {
      name: 'text with settings',
      post: ({ text }) => text('Olá https://example.com/', { languages: ['pt-BR', 'en'], disableLinkCard: true }),
      sent: [{ operation: 'createRecord', body: { record: { langs: ['pt-BR', 'en'] } } }],
    },
    {
      name: 'text with a mention',
      post: ({ text }) => text('Tadaa 🎉 @ada.bsky.test and @nobody.bsky.test #parade'),
      sent: [
        {
          operation: 'createRecord',
          body: {
            record: {
              facets: [
                { index: { byteStart: 11, byteEnd: 25 }, features: [{ $type: 'app.bsky.richtext.facet#mention' }] },
                { features: [{ $type: 'app.bsky.richtext.facet#tag', tag: 'parade' }] },
              ],
            },
          },
        },
      ],
    },
    {
      name: 'text with a link',
      post: ({ text }) => text('Read https://example.com/article today'),
      sent: [
        {
          operation: 'createRecord',
          body: {
            record: {
              embed: {
                $type: 'app.bsky.embed.external',
                external: {
                  uri: 'https://example.com/article',
                  title: '/article on example.com',
                  thumb: { $type: 'blob', mimeType: 'image/png' },
                },
              },
            },
          },
        },
      ],
    },
    {
      name: 'images',
      post: (files) => files.with([files.jpeg('one'), files.png('two')], 'Two', { altTexts: ['First', 'Second'] }),
      sent: [
        {
          operation: 'createRecord',
          body: {
            record: {
              embed: {
                images: [
                  { alt: 'First', aspectRatio: { width: 400, height: 400 } },
                  { alt: 'Second', aspectRatio: { width: 64, height: 64 } },
                ],
              },
            },
          },
        },
      ],
    },
    {
      name: 'video',
      post: (files) => files.with([files.mp4('video')], 'It moves', { altTexts: ['Moving'] }),
      sent: [{ operation: 'createRecord', body: { record: { embed: { alt: 'Moving' } } } }],
    },
    {
      name: 'thread',
      post: (files) => ({
        ...files.with([files.png('first')], 'One of two', { altTexts: ['First'] }),
        thread: [{ text: 'Two of two', media: [files.jpeg('second')] }],
      }),
    },
    {
      name: 'thread with a video',
      post: (files) => ({
        ...files.text('First words'),
        thread: [{ text: 'Then it moves', media: [files.mp4('moving')] }],
      }),
    },
  ],
  prepare: [
    { operation: 'uploadBlob', post: 'images' },
    { operation: 'uploadBlob', post: 'images', skip: 1 },
    { operation: 'resolveHandle', post: 'text with a mention' },
    { operation: 'getServiceAuth', post: 'video' },
    { operation: 'getServiceAuth', post: 'video', skip: 1 },
    { operation: 'getUploadLimits', post: 'video' },
    { operation: 'uploadVideo', post: 'video' },
    { operation: 'getJobStatus', post: 'video' },
    { operation: 'webPage', post: 'text with a link', isSpareable: true },
    { operation: 'webPage', post: 'text with a link', isSpareable: true, skip: 1 },
    { operation: 'uploadBlob', post: 'text with a link', isSpareable: true },
  ],
  send: [
    { operation: 'createRecord', post: 'text' },
    { operation: 'createRecord', post: 'images' },
  ],
  settle: { result: 'found', lookUps: ['getRecord'] },
  // An ended session is noticed only when it is refreshed.
  tokens: { tokenExpired: 'tokenExpired', tokenRevoked: 'tokenExpired' },
  processing: [{ operation: 'uploadVideo', post: 'video', failure: 'rejected' }],
  followUps: [
    { operation: 'createRecord', post: 'thread', text: 'Two of two' },
    { operation: 'createRecord', post: 'thread with a video', text: 'Then it moves' },
  ],
  unpublish: [{ operation: 'deleteRecord', post: 'text' }],
  variants: [
    { name: 'wrapped jobs', facts: { wrapsJobStatus: true } },
    { name: 'servers that name a record that is there', facts: { namesExistingRecord: true } },
  ],
  factsName: (name) => `${name}.bsky.test`,
  externalPosts: {
    post: 'text',
    listLag: true,
    mediaUrls: ['https://example.com/one.jpg', 'https://example.com/two.png'],
    missing: {
      id: 'at://did:plc:aaaaaaaaaaaaaaaaaaaaaaaa/app.bsky.feed.post/3m2222222222a',
      url: 'https://bsky.app/profile/nobody.bsky.test/post/3m2222222222a',
    },
    operations: { list: 'getAuthorFeed', find: 'getPosts', findByUrl: 'getPosts' },
  },
  metrics: {
    post: 'text',
    missing: 'at://did:plc:aaaaaaaaaaaaaaaaaaaaaaaa/app.bsky.feed.post/3m2222222222a',
    operations: ['getPosts'],
    reported: ({ likes, comments, shares, saves }) => ({ likes, comments, shares, saves }),
  },
  followers: { operation: 'getProfile' },
};

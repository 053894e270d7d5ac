import { instagram } from '../../src/platforms/instagram/index.ts';
import type { PlatformCase } from './platform-case.ts';

const dayMs = 24 * 3_600_000;

export const instagramCase: PlatformCase = {
  adapter: instagram,
  unused: ['listMessages', 'getMessage', 'listSubscriptions', 'unsubscribe'],
  connect: {
    operations: ['exchangeCode', 'exchangeToken', 'getMe'],
    withheld: { scope: 'instagram_business_content_publish' },
    refused: ['linus.private'],
  },
  refresh: {
    operation: 'refreshToken',
    afterMs: dayMs,
    refused: [
      { fault: 'tokenExpired', cause: 'tokenDead' },
      { fault: 'tokenRevoked', cause: 'authorizationRemoved' },
    ],
  },
  posts: [
    {
      name: 'photo',
      post: (files) => files.with([files.jpeg('photo')], 'A photo'),
      sent: [{ operation: 'createContainer', body: { caption: 'A photo' } }],
    },
    {
      name: 'photo with settings',
      post: (files) =>
        files.with([files.jpeg('tagged')], 'With friends', {
          collaborators: ['@ada.studio'],
          userTags: [{ username: '@grace.creates', x: 0.25, y: 0.75 }],
          firstComment: 'The first word',
        }),
      sent: [
        {
          operation: 'createContainer',
          body: {
            collaborators: '["ada.studio"]',
            user_tags: '[{"username":"grace.creates","x":0.25,"y":0.75}]',
          },
        },
      ],
    },
    { name: 'photo without words', post: (files) => files.with([files.jpeg('silent')], '') },
    {
      name: 'reel',
      post: (files) => files.with([files.mp4('reel')], 'A reel', { shareToFeed: false }),
      sent: [{ operation: 'createContainer', body: { media_type: 'REELS', share_to_feed: 'false' } }],
    },
    {
      name: 'carousel',
      post: (files) => files.with([files.jpeg('one'), files.mp4('two'), files.jpeg('three')], 'Three to swipe'),
      sent: [{ operation: 'createContainer', body: { media_type: 'CAROUSEL', caption: 'Three to swipe' } }],
    },
    {
      name: 'story',
      post: (files) => files.with([files.jpeg('story')], 'left out', { postType: 'story' }),
      text: '',
      sent: [{ operation: 'createContainer', body: { media_type: 'STORIES' } }],
    },
    {
      name: 'story that moves',
      post: (files) => files.with([files.mp4('story')], '', { postType: 'story' }),
    },
  ],
  prepare: [
    { operation: 'getPublishingLimit', post: 'photo' },
    { operation: 'createContainer', post: 'photo' },
    { operation: 'createContainer', post: 'carousel' },
    { operation: 'createContainer', post: 'carousel', skip: 3 },
    { operation: 'getContainer', post: 'photo' },
    { operation: 'getContainer', post: 'carousel' },
  ],
  send: [
    { operation: 'publishContainer', post: 'photo' },
    { operation: 'publishContainer', post: 'reel' },
    { operation: 'publishContainer', post: 'carousel' },
    { operation: 'publishContainer', post: 'story' },
  ],
  settle: { result: 'found', lookUps: ['getContainer', 'listMedia'], listOperation: 'listMedia' },
  tokens: { tokenExpired: 'tokenExpired', tokenRevoked: 'authorizationRemoved' },
  scopeMissing: instagram.connect.scopes.publish,
  processing: [
    { operation: 'createContainer', post: 'photo', failure: 'rejected' },
    { operation: 'createContainer', post: 'reel', failure: 'rejected' },
    { operation: 'createContainer', post: 'carousel', failure: 'rejected' },
    { operation: 'createContainer', post: 'reel', failure: 'renewed', value: 2207053 },
  ],
  followUps: [{ operation: 'createComment', post: 'photo with settings', text: 'The first word' }],
  permalink: 'getMedia',
  variants: [{ name: 'wrapped responses', facts: { wrapsResponses: true } }],
  staleAfterMs: 25 * 3_600_000,
  comments: {
    post: 'photo',
    operations: {
      ...{ list: 'listComments', replies: 'listReplies', find: 'getComment', create: 'createComment' },
      ...{ reply: 'createReply', hide: 'hideComment', delete: 'deleteComment' },
    },
  },
  events: { operations: { subscribe: 'subscribe' } },
  inbox: {
    operations: { list: 'listConversations', read: 'getConversation', send: 'sendMessage' },
    story: 'story',
    readableMessages: 20,
    profile: 'getFollower',
    privateReplies: { operation: 'sendMessage' },
    buttonsRefused: { refusesTemplates: true },
  },
  metrics: {
    post: 'photo',
    missing: '999',
    operations: ['getMediaInsights'],
    reported: ({ views, reach, likes, comments, shares, saves }) => ({
      ...{ impressions: views, views, reach, likes, comments, shares, saves },
    }),
  },
  followers: { operation: 'getMe' },
  externalPosts: {
    post: 'photo',
    listLag: true,
    mediaUrls: ['https://example.com/photo.jpg', 'https://example.com/video.mp4'],
    missing: { id: '17900000000000999', url: 'https://www.instagram.com/p/D0000000000/' },
    operations: { list: 'listMedia', find: 'getMedia', findByUrl: 'listMedia' },
  },
};

import { threads } from '../../src/platforms/threads/index.ts';
import type { PlatformCase } from './platform-case.ts';

const dayMs = 24 * 3_600_000;

export const threadsCase: PlatformCase = {
  adapter: threads,
  unused: ['listConversation'],
  connect: {
    operations: ['exchangeCode', 'exchangeToken', 'debugToken', 'getMe'],
    withheld: { scope: 'threads_content_publish' },
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
      name: 'text',
      post: ({ text }) => text('Hello, Threads', { replyControl: 'accountsYouFollow' }),
      sent: [{ operation: 'createContainer', body: { media_type: 'TEXT', reply_control: 'accounts_you_follow' } }],
    },
    { name: 'full text', post: ({ text }) => text(`${'👩‍👩‍👧'.repeat(20)}${'é'.repeat(140)}`) },
    {
      name: 'topic',
      post: ({ text }) => text('Knitting with #wool and #patience'),
      text: 'Knitting with wool and #patience',
    },
    {
      name: 'photo',
      post: (files) => files.with([files.jpeg('photo')], 'A photo', { replyControl: 'mentionedOnly' }),
      sent: [{ operation: 'createContainer', body: { media_type: 'IMAGE', reply_control: 'mentioned_only' } }],
    },
    { name: 'photo without words', post: (files) => files.with([files.png('silent')], '') },
    {
      name: 'video',
      post: (files) => files.with([files.mp4('video')], 'A video'),
      sent: [{ operation: 'createContainer', body: { media_type: 'VIDEO', text: 'A video' } }],
    },
    {
      name: 'carousel',
      post: (files) => files.with([files.jpeg('one'), files.mp4('two'), files.png('three')], 'Three to swipe'),
      sent: [{ operation: 'createContainer', body: { media_type: 'CAROUSEL', text: 'Three to swipe' } }],
    },
    {
      name: 'thread',
      post: (files) => ({
        ...files.text('One of two'),
        thread: [{ text: 'Two of two', media: [files.jpeg('second')] }],
      }),
    },
    {
      name: 'thread with a carousel',
      post: (files) => ({
        ...files.with([files.png('first')], 'First a picture'),
        thread: [{ text: 'Then two that move', media: [files.mp4('moving'), files.mp4('moving too')] }],
      }),
    },
  ],
  prepare: [
    { operation: 'getPublishingLimit', post: 'text' },
    { operation: 'createContainer', post: 'text' },
    { operation: 'createContainer', post: 'carousel' },
    { operation: 'createContainer', post: 'carousel', skip: 3 },
    { operation: 'getContainer', post: 'photo' },
    { operation: 'getContainer', post: 'carousel' },
  ],
  send: [
    { operation: 'publishContainer', post: 'text' },
    { operation: 'publishContainer', post: 'topic' },
    { operation: 'publishContainer', post: 'photo' },
    { operation: 'publishContainer', post: 'video' },
    { operation: 'publishContainer', post: 'carousel' },
  ],
  settle: { result: 'found', lookUps: ['getContainer', 'listPosts'], listOperation: 'listPosts' },
  tokens: { tokenExpired: 'tokenExpired', tokenRevoked: 'authorizationRemoved' },
  scopeMissing: threads.connect.scopes.publish,
  processing: [
    { operation: 'createContainer', post: 'photo', failure: 'rejected' },
    { operation: 'createContainer', post: 'video', failure: 'rejected' },
    { operation: 'createContainer', post: 'carousel', failure: 'rejected' },
  ],
  followUps: [
    { operation: 'publishContainer', post: 'thread', text: 'Two of two' },
    { operation: 'publishContainer', post: 'thread with a carousel', text: 'Then two that move' },
  ],
  permalink: 'getPost',
  unpublish: [
    { operation: 'deletePost', post: 'text' },
    { operation: 'deletePost', post: 'carousel' },
  ],
  staleAfterMs: 25 * 3_600_000,
  comments: {
    post: 'text',
    operations: {
      ...{ list: 'listReplies', replies: 'listReplies', find: 'getPost', create: 'publishContainer' },
      ...{ reply: 'publishContainer', hide: 'manageReply', delete: 'deletePost' },
    },
    isDeletionUncertain: true,
  },
  metrics: {
    post: 'text',
    missing: '999',
    operations: ['getPostInsights'],
    reported: ({ views, likes, comments, shares }) => ({ impressions: views, views, likes, comments, shares }),
  },
  followers: { operation: 'getAccountInsights' },
  externalPosts: {
    post: 'photo',
    listLag: true,
    mediaUrls: ['https://example.com/photo.jpg', 'https://example.com/video.mp4'],
    missing: { id: '18050000000000999', url: 'https://www.threads.com/@nobody/post/D0000000000' },
    operations: { list: 'listPosts', find: 'getPost', findByUrl: 'listPosts' },
  },
};

import { x } from '../../src/platforms/x/index.ts';
import type { PlatformCase } from './platform-case.ts';

export const xCase: PlatformCase = {
  adapter: x,
  connect: {
    operations: ['issueTokens', 'getMe'],
    withheld: { scope: 'tweet.write' },
  },
  refresh: {
    operation: 'issueTokens',
    rotates: { graceMs: 0, cause: 'tokenDead' },
    refused: [
      { fault: 'tokenExpired', cause: 'tokenDead' },
      { fault: 'tokenRevoked', cause: 'tokenDead' },
    ],
  },
  revoke: { operation: 'revokeToken', isAccessOver: true, cause: 'tokenDead' },
  posts: [
    {
      name: 'text',
      post: ({ text }) => text('Salt & pepper, 1 < 2 > 0, &amp; not an entity', { replySettings: 'mentionedUsers' }),
      sent: [{ operation: 'createTweet', body: { reply_settings: 'mentionedUsers' } }],
    },
    {
      name: 'long text',
      post: ({ text }) => text(`${'語'.repeat(120)} 👩‍👩‍👧 https://example.com/${'a'.repeat(300)}?b=1&c=2 .`),
    },
    { name: 'bare link', post: ({ text }) => text('Read example.org/news, then http://example.com & sleep') },
    { name: 'photo', post: (files) => files.with([files.jpeg('photo')], 'A photo') },
    { name: 'photo without words', post: (files) => files.with([files.png('silent')], '') },
    {
      name: 'photos',
      post: (files) =>
        files.with(['one', 'two', 'three', 'four'].map(files.jpeg), 'Four at once, see https://example.com & more'),
    },
    { name: 'gif', post: (files) => files.with([files.gif('gif')], 'A GIF') },
    { name: 'video', post: (files) => files.with([files.mp4('video')], 'A video') },
    {
      name: 'thread',
      post: (files) => ({
        ...files.text('One of two'),
        thread: [{ text: 'Two of two', media: [files.jpeg('second')] }],
      }),
    },
    {
      name: 'thread with a video',
      post: (files) => ({
        ...files.with([files.png('first')], 'First a picture'),
        thread: [{ text: 'Then it moves', media: [files.mp4('moving')] }],
      }),
    },
  ],
  prepare: [
    { operation: 'uploadMedia', post: 'photo' },
    { operation: 'uploadMedia', post: 'photos', skip: 3 },
    { operation: 'initializeUpload', post: 'gif' },
    { operation: 'initializeUpload', post: 'video' },
    { operation: 'appendUpload', post: 'video' },
    { operation: 'finalizeUpload', post: 'video' },
    { operation: 'getMediaStatus', post: 'video' },
  ],
  send: [
    { operation: 'createTweet', post: 'photo' },
    { operation: 'createTweet', post: 'text' },
    { operation: 'createTweet', post: 'long text' },
    { operation: 'createTweet', post: 'bare link' },
    { operation: 'createTweet', post: 'photos' },
    { operation: 'createTweet', post: 'video' },
  ],
  settle: { result: 'foundOnly', lookUps: ['listTweets'], listOperation: 'listTweets' },
  tokens: { tokenExpired: 'tokenExpired', tokenRevoked: 'tokenExpired' },
  scopeMissing: x.connect.scopes.publish,
  processing: [
    { operation: 'finalizeUpload', post: 'video', failure: 'rejected' },
    { operation: 'finalizeUpload', post: 'gif', failure: 'rejected' },
  ],
  followUps: [
    { operation: 'createTweet', post: 'thread', text: 'Two of two' },
    { operation: 'createTweet', post: 'thread with a video', text: 'Then it moves' },
  ],
  unpublish: [
    { operation: 'deleteTweet', post: 'text' },
    { operation: 'deleteTweet', post: 'photos' },
  ],
  externalPosts: {
    post: 'text',
    listLag: true,
    missing: { id: '999', url: 'https://x.com/nobody/status/999' },
    operations: { list: 'listTweets', find: 'getTweets', findByUrl: 'getTweets' },
  },
  metrics: {
    post: 'text',
    missing: '999',
    operations: ['getTweets'],
    reported: ({ impressions, likes, comments, shares, saves, clicks }) => ({
      ...{ impressions, views: impressions, likes, comments, shares, saves, clicks },
    }),
  },
  followers: { operation: 'getMe' },
  variants: [{ name: 'the newer names of fields', facts: { usesNewNames: true } }],
  staleAfterMs: 24 * 3_600_000,
};

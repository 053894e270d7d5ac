import { linkedin } from '../../src/platforms/linkedin/index.ts';
import type { PlatformCase } from './platform-case.ts';

const dayMs = 24 * 3_600_000;

export const linkedinCase: PlatformCase = {
  adapter: linkedin,
  connect: {
    operations: ['issueTokens', 'getUserInfo'],
    withheld: { scope: 'w_member_social' },
  },
  refresh: {
    operation: 'issueTokens',
    refused: [
      { fault: 'tokenExpired', cause: 'tokenDead' },
      { fault: 'tokenRevoked', cause: 'tokenDead' },
    ],
  },
  posts: [
    {
      name: 'text',
      post: ({ text }) => text('Hello, (colleagues) & friends_of_mine: 100% <real> #news'),
      sent: [{ operation: 'createPost', body: { visibility: 'PUBLIC', lifecycleState: 'PUBLISHED' } }],
    },
    {
      name: 'text with settings',
      post: ({ text }) =>
        text('For some', {
          visibility: 'connections',
          firstComment: 'The first (word)',
        }),
      sent: [
        {
          operation: 'createPost',
          body: { visibility: 'CONNECTIONS', distribution: { targetEntities: [] } },
        },
      ],
    },
    {
      name: 'link',
      post: ({ text }) => text('Read https://example.com/a_page (today).'),
      sent: [
        {
          operation: 'createPost',
          body: { content: { article: { source: 'https://example.com/a_page', title: 'example.com/a_page' } } },
        },
      ],
    },
    {
      name: 'link without a card',
      post: ({ text }) => text('Bare https://example.com/', { disableLinkPreview: true }),
    },
    { name: 'photo', post: (files) => files.with([files.jpeg('photo')], 'A photo') },
    { name: 'photo without words', post: (files) => files.with([files.png('silent')], '') },
    {
      name: 'photos',
      post: (files) => files.with([files.jpeg('one'), files.png('two'), files.jpeg('three')], 'Three at once'),
    },
    {
      name: 'video',
      post: (files) => files.with([files.mp4('video')], 'A video', { videoTitle: 'Moving' }),
      sent: [{ operation: 'createPost', body: { content: { media: { title: 'Moving' } } } }],
    },
    {
      name: 'document',
      post: (files) => files.with([files.pdf('document')], 'A document', { documentTitle: 'On paper' }),
      sent: [{ operation: 'createPost', body: { content: { media: { title: 'On paper' } } } }],
    },
  ],
  prepare: [
    { operation: 'initializeImage', post: 'photo' },
    { operation: 'uploadImage', post: 'photo' },
    { operation: 'uploadImage', post: 'photos', skip: 2 },
    { operation: 'initializeVideo', post: 'video' },
    { operation: 'uploadVideoPart', post: 'video' },
    { operation: 'finalizeVideo', post: 'video' },
    { operation: 'getVideo', post: 'video' },
    { operation: 'initializeDocument', post: 'document' },
    { operation: 'uploadDocument', post: 'document' },
  ],
  send: [
    { operation: 'createPost', post: 'text' },
    { operation: 'createPost', post: 'photos' },
    { operation: 'createPost', post: 'video' },
    { operation: 'createPost', post: 'document' },
  ],
  settle: { result: 'inconclusive', lookUps: [] },
  tokens: { tokenExpired: 'tokenExpired', tokenRevoked: 'authorizationRemoved' },
  scopeMissing: linkedin.connect.scopes.publish,
  processing: [{ operation: 'finalizeVideo', post: 'video', failure: 'rejected' }],
  followUps: [{ operation: 'createComment', post: 'text with settings', text: 'The first (word)' }],
  unpublish: [
    { operation: 'deletePost', post: 'text' },
    { operation: 'deletePost', post: 'photos' },
  ],
  metrics: {
    post: 'photos',
    missing: 'urn:li:share:999',
    facts: { canReadAnalytics: true },
    operations: ['getPostAnalytics'],
    reported: ({ impressions, reach, likes, comments, shares, saves, clicks }) => ({
      ...{ impressions, reach, likes, comments, shares, saves, clicks },
    }),
  },
  followers: { operation: 'getFollowers', facts: { canReadAnalytics: true } },
  variants: [
    { name: 'posts that the app may read', facts: { canReadPosts: true }, result: 'foundOnly' },
    { name: 'no refresh token', facts: { hasRefreshToken: false } },
  ],
  throttledMs: (now) => dayMs - (now.getTime() % dayMs),
};

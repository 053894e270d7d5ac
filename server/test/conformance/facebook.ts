import { facebook } from '../../src/platforms/facebook/index.ts';
import { mp4Of } from './media-files.ts';
import type { PlatformCase } from './platform-case.ts';

export const facebookCase: PlatformCase = {
  adapter: facebook,
  unused: ['listSubscriptions', 'unsubscribe'],
  connect: {
    operations: ['exchangeCode', 'exchangeToken', 'getPermissions', 'listPages'],
    withheld: { scope: 'pages_manage_posts' },
    refused: ['linus.alone'],
    several: { person: 'grace.daily', count: 3 },
  },
  posts: [
    {
      name: 'text',
      post: ({ text }) => text('Hello, Page'),
      sent: [{ operation: 'createPost', body: { message: 'Hello, Page', published: 'true' } }],
    },
    {
      name: 'link',
      post: ({ text }) => text('Read this', { link: 'https://example.com/a', firstComment: 'The first word' }),
      sent: [{ operation: 'createPost', body: { message: 'Read this', link: 'https://example.com/a' } }],
    },
    {
      name: 'photo',
      post: (files) => files.with([files.jpeg('photo')], 'A photo'),
      sent: [{ operation: 'createPhoto', body: { published: 'false' } }],
    },
    { name: 'photo without words', post: (files) => files.with([files.png('silent')], '') },
    {
      name: 'photos',
      post: (files) => files.with([files.jpeg('one'), files.png('two'), files.jpeg('three')], 'Three at once'),
    },
    {
      name: 'reel',
      post: (files) => files.with([files.mp4('reel')], 'It moves'),
      sent: [{ operation: 'createReel', body: { upload_phase: 'finish', video_state: 'PUBLISHED' } }],
    },
    {
      name: 'video',
      post: (files) => {
        const facts = { type: 'video', contentType: 'video/mp4', width: 1280, height: 720, durationMs: 5000 } as const;
        return files.with([files.file(mp4Of('wide'), facts)], 'It moves, and is wide');
      },
      sent: [{ operation: 'createVideo', body: { description: 'It moves, and is wide', published: 'true' } }],
    },
  ],
  prepare: [
    { operation: 'createPhoto', post: 'photo' },
    { operation: 'createPhoto', post: 'photos', skip: 2 },
    { operation: 'createReel', post: 'reel' },
    { operation: 'uploadVideo', post: 'reel' },
    { operation: 'getVideo', post: 'reel' },
  ],
  send: [
    { operation: 'createPost', post: 'text' },
    { operation: 'createPost', post: 'link' },
    { operation: 'createPost', post: 'photos' },
    { operation: 'createReel', post: 'reel' },
    { operation: 'createVideo', post: 'video', listedAfterMs: 10_000 },
  ],
  poll: [
    { operation: 'getVideo', post: 'reel' },
    { operation: 'getVideo', post: 'video', processedBy: 'createVideo' },
  ],
  settle: { result: 'foundOnly', lookUps: ['listPosts'], listOperation: 'listPosts' },
  tokens: { tokenExpired: 'tokenExpired', tokenRevoked: 'authorizationRemoved' },
  scopeMissing: facebook.connect.scopes.publish,
  processing: [{ operation: 'uploadVideo', post: 'reel', failure: 'rejected' }],
  followUps: [{ operation: 'createComment', post: 'link', text: 'The first word' }],
  permalink: 'getPost',
  unpublish: [
    { operation: 'deletePost', post: 'text' },
    { operation: 'deletePost', post: 'reel' },
  ],
  comments: {
    post: 'text',
    operations: {
      ...{ list: 'listComments', replies: 'listComments', find: 'getComment', create: 'createComment' },
      ...{ reply: 'createComment', hide: 'hideComment', delete: 'deleteComment' },
    },
  },
  events: { operations: { subscribe: 'subscribe' } },
  metrics: {
    post: 'text',
    missing: '1_999',
    operations: ['getPost', 'getPostInsights'],
    reported: ({ views, reach, likes, comments, shares, clicks }) => ({
      ...{ impressions: views, views, reach, likes, comments, shares, clicks },
    }),
  },
  followers: { operation: 'getPage' },
  externalPosts: {
    post: 'text',
    listLag: true,
    mediaUrls: ['https://example.com/one.jpg', 'https://example.com/two.jpg'],
    missing: { id: '999', url: 'https://www.facebook.com/1/posts/999' },
    operations: { list: 'listPosts', find: 'getPost', findByUrl: 'listPosts' },
  },
  variants: [{ name: 'reels that name their post', facts: { namesReelPosts: true } }],
};

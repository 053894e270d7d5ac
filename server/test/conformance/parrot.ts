import { parrot } from '../example/adapter/index.ts';
import type { PlatformCase } from './platform-case.ts';

export const parrotCase: PlatformCase = {
  adapter: parrot,
  connect: {
    operations: ['token', 'pages'],
    withheld: { scope: 'squawk' },
    several: { person: 'polly', count: 2 },
  },
  refresh: { operation: 'token', rotates: { graceMs: 0, cause: 'tokenDead' }, refused: [] },
  revoke: { operation: 'revoke', isAccessOver: true, cause: 'authorizationRemoved' },
  posts: [
    { name: 'text', post: ({ text }) => text('Polly wants a cracker') },
    {
      name: 'loud text',
      post: ({ text }) => text('Squawk', { volume: 'screech' }),
      sent: [{ operation: 'squawk', body: { volume: 'screech' } }],
    },
    { name: 'image', post: (files) => files.with([files.jpeg('feather')], 'A feather') },
    {
      name: 'thread',
      post: (files) => ({
        ...files.text('One of two'),
        thread: [{ text: 'Two of two', media: [files.jpeg('second')] }],
      }),
    },
    { name: 'images', post: (files) => files.with([files.jpeg('one'), files.png('two')], 'Two feathers') },
  ],
  prepare: [
    { operation: 'upload', post: 'image' },
    { operation: 'upload', post: 'images', skip: 1 },
  ],
  send: [
    { operation: 'squawk', post: 'text' },
    { operation: 'squawk', post: 'images' },
  ],
  settle: { result: 'found', lookUps: ['byKey'] },
  tokens: { tokenExpired: 'tokenExpired', tokenRevoked: 'tokenDead' },
  scopeMissing: ['squawk'],
  followUps: [{ operation: 'squawk', post: 'thread', text: 'Two of two' }],
  unpublish: [{ operation: 'delete', post: 'text' }],
  comments: {
    post: 'text',
    operations: {
      ...{ list: 'listEchoes', replies: 'listEchoes', find: 'getEcho', create: 'echo', reply: 'echo' },
      ...{ hide: 'hideEcho', delete: 'deleteEcho' },
    },
  },
  inbox: {
    operations: { list: 'listThreads', read: 'getThread', send: 'whisper' },
    privateReplies: { operation: 'whisperBack' },
  },
  metrics: {
    post: 'text',
    missing: '999',
    operations: ['metrics'],
    reported: ({ views, likes, shares }) => ({ views, likes, shares }),
  },
  followers: { operation: 'page' },
  externalPosts: {
    post: 'text',
    listLag: true,
    missing: { id: '999', url: 'https://parrot.example/nobody/999' },
    operations: { list: 'list', find: 'read', findByUrl: 'read' },
  },
};

import { Type, type Static } from 'typebox';
import { MediaItems, MediaType, Metrics } from './analytics.ts';
import { exampleId, Count, Flag, List, Nullable, PlatformName, PlatformPostId, PlatformPostUrl } from './common.ts';
import { Text, Timestamp, Url } from './common.ts';

export const SyncExternalPosts = Type.Object(
  {
    accountId: Type.String({ description: 'The connected account whose posts are read.' }),
    url: Type.Optional(
      Type.String({ minLength: 1, maxLength: 2048, description: 'Searches for the post with this URL.' }),
    ),
    postId: Type.Optional(
      Type.String({ minLength: 1, maxLength: 512, description: 'Searches for the post with this ID of the platform.' }),
    ),
  },
  {
    title: 'SyncExternalPosts',
    'x-example': { accountId: exampleId('acc_'), url: 'https://www.instagram.com/p/DAbCdEfGhIj/' },
  },
);
export type SyncExternalPosts = Static<typeof SyncExternalPosts>;

const ExternalPost = Type.Object(
  {
    platform: PlatformName,
    platformPostId: PlatformPostId,
    platformPostUrl: Nullable(PlatformPostUrl),
    content: Text('Text of the post.', 'Fresh beans have arrived.'),
    publishedAt: Timestamp('When it was published.'),
    mediaType: MediaType,
    mediaUrl: Nullable(
      Url('The first file, if the platform reveals its URL.', 'https://cdn.example.com/media/beans.jpg'),
    ),
    thumbnailUrl: Nullable(Url('A preview image.', 'https://cdn.example.com/media/beans-small.jpg')),
    mediaItems: MediaItems,
    analytics: Metrics,
  },
  { title: 'ExternalPost', description: 'A post that was published without Herald.' },
);
export type ExternalPostView = Static<typeof ExternalPost>;

export const ExternalSync = Type.Object(
  {
    synced: Type.Object(
      {
        postsFound: Count('Posts that were published without Herald.', 1),
        postsSynced: Count('Those of them that Herald did not know yet.', 1),
        skipped: Flag('Whether the stored posts were returned, because they are recent enough.', false),
      },
      { description: 'What was read from the platform.' },
    ),
    found: Flag('Whether the searched post exists; without a search, whether any exists.'),
    post: Nullable(ExternalPost),
    posts: List('Newest first.', ExternalPost),
  },
  { title: 'ExternalSync', description: 'Posts that were published without Herald.' },
);
export type ExternalSync = Static<typeof ExternalSync>;

import { Type, type Static } from 'typebox';
import { PlatformName } from './account.ts';
import { MediaItems, MediaType, Metrics } from './analytics.ts';
import { Nullable, Timestamp } from './common.ts';

export const SyncExternalPosts = Type.Object({
  accountId: Type.String({ description: 'The connected account whose posts are read.' }),
  url: Type.Optional(
    Type.String({ minLength: 1, maxLength: 2048, description: 'Searches for the post with this URL.' }),
  ),
  postId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 512, description: 'Searches for the post with this ID of the platform.' }),
  ),
});
export type SyncExternalPosts = Static<typeof SyncExternalPosts>;

const ExternalPost = Type.Object(
  {
    platform: PlatformName,
    platformPostId: Type.String(),
    platformPostUrl: Nullable(Type.String()),
    content: Type.String(),
    publishedAt: Timestamp,
    mediaType: MediaType,
    mediaUrl: Nullable(Type.String({ description: 'The first file, if the platform reveals its URL.' })),
    thumbnailUrl: Nullable(Type.String()),
    mediaItems: MediaItems,
    analytics: Metrics,
  },
  { title: 'ExternalPost' },
);
export type ExternalPostView = Static<typeof ExternalPost>;

export const ExternalSync = Type.Object(
  {
    synced: Type.Object({
      postsFound: Type.Integer({ description: 'Posts that were published without Herald.' }),
      postsSynced: Type.Integer({ description: 'Those of them that Herald did not know yet.' }),
      skipped: Type.Boolean({ description: 'Whether the stored posts were returned, because they are recent enough.' }),
    }),
    found: Type.Boolean({ description: 'Whether the searched post exists; without a search, whether any exists.' }),
    post: Nullable(ExternalPost),
    posts: Type.Array(ExternalPost, { description: 'Newest first.' }),
  },
  { title: 'ExternalSync' },
);
export type ExternalSync = Static<typeof ExternalSync>;

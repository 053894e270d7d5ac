import type { Call } from '../../core/platform.ts';
import { followersOf, statisticsOf, type Statistics } from '../../core/state/statistics.ts';
import { comments } from './comments/comments.ts';
import type { Page } from './pages.ts';
import type { Published } from './posts.ts';

const platform = 'facebook';

export function statisticsOfPublished({ store, clock }: Call, page: Page, published: Published): Statistics {
  const { id } = published;
  const createdAt = published.kind === 'post' ? published.post.createdAt : (published.video.publishedAt ?? Infinity);
  const count = comments
    .of(page.id)
    .all(store)
    .filter(({ objectId, parentId }) => objectId === id && parentId === undefined).length;
  return statisticsOf(store, clock.now(), { platform, id, createdAt, comments: count });
}

export function followersOfPage({ store, clock }: Call, { id, followersCount }: Page): number {
  return followersOf(store, clock.now(), { platform, id, followersCount });
}

import { AppError } from '../../../kernel/errors.ts';
import { editableStatuses } from '../model/post-status.ts';
import type { StoredPost } from '../model/post.ts';

export function requireEditable(post: StoredPost, what: 'changed' | 'deleted'): void {
  if (post.status === 'published') {
    const advice = what === 'deleted' ? ': unpublish it first' : '';
    throw new AppError('validation', `A published post cannot be ${what}${advice}`, { param: null });
  }
  if (editableStatuses.includes(post.status)) return;
  throw new AppError('post_publish_in_progress', 'The post is being published: try again when publishing has ended');
}

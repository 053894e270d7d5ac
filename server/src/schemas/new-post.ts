import { CreatePost } from './post.ts';
import { createBodyCheck } from './validate.ts';

const check = createBodyCheck(CreatePost, 'ignore');

export function readNewPost(input: Record<string, unknown>): CreatePost {
  return check(input) as CreatePost;
}

import { CreatePost } from './post.ts';
import { createBodyCheck } from './validate.ts';

const check = createBodyCheck(CreatePost, 'ignore');

/** The shape of a post to be made, whoever asks: a body, or a row of a file. Throws the first fault. */
export function readNewPost(given: Record<string, unknown>): CreatePost {
  return check(given) as CreatePost;
}

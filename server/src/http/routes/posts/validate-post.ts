import { issueOf } from '../../../domain/posts/rules/problems.ts';
import { validatePost } from '../../../domain/posts/validate-post.ts';
import { AppError } from '../../../kernel/errors.ts';
import { CreatePost, PostValidation } from '../../../schemas/post.ts';
import { jsonRoute } from '../../route.ts';
import { readNewPost } from '../../../schemas/new-post.ts';

export const validatePostRoute = jsonRoute({
  method: 'POST',
  path: '/v1/posts/validate',
  operation: 'validate post',
  tag: 'Posts',
  description: 'Checks a post against every rule of its platforms without creating it. Nothing is written or fetched.',
  access: 'read',
  unknownKeys: 'ignore',
  body: CreatePost,
  // Returns schema errors as issues.
  isBodyCheckedLater: true,
  success: 200,
  response: PostValidation,
  errors: [],
  handle: async (ctx, { rawBody }) => {
    try {
      return await validatePost(ctx, { input: readNewPost(rawBody), rawBody });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'validation') throw error;
      return { valid: false, issues: [issueOf('schema', error)] };
    }
  },
});

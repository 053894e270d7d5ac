import type { Route } from '../../core/platform.ts';
import { appendUpload, finalizeUpload, initializeUpload } from './chunked-upload.ts';
import { createTweet } from './create-tweet.ts';
import { deleteTweet } from './delete-tweet.ts';
import { getTweets } from './get-tweets.ts';
import { listTweets } from './list-tweets.ts';
import { getMe } from './me.ts';
import { getMediaStatus } from './media-status.ts';
import { authorize, issueTokens, revokeToken } from './oauth.ts';
import { uploadMedia } from './upload-media.ts';

export const routes: readonly Route[] = [
  authorize,
  issueTokens,
  revokeToken,
  getMe,
  uploadMedia,
  initializeUpload,
  appendUpload,
  finalizeUpload,
  getMediaStatus,
  createTweet,
  deleteTweet,
  listTweets,
  getTweets,
];

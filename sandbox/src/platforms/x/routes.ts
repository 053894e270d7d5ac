import type { Route } from '../../core/platform.ts';
import { appendUpload, finalizeUpload, initializeUpload } from './chunked-upload.ts';
import { createTweet } from './tweets/create-tweet.ts';
import { deleteTweet } from './tweets/delete-tweet.ts';
import { getTweets } from './tweets/get-tweets.ts';
import { listTweets } from './tweets/list-tweets.ts';
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

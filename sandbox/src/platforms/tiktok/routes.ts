import type { Route } from '../../core/platform.ts';
import { queryCreatorInfo } from './creator-info.ts';
import { fetchStatus } from './fetch-status.ts';
import { initPhotos } from './init-photos.ts';
import { initVideo, initVideoDraft } from './init-video.ts';
import { listVideos } from './list-videos.ts';
import { authorize, issueTokens, revokeToken } from './oauth.ts';
import { queryVideos } from './query-videos.ts';
import { uploadVideo } from './upload-video.ts';
import { getUserInfo } from './user-info.ts';

export const routes: readonly Route[] = [
  authorize,
  issueTokens,
  revokeToken,
  getUserInfo,
  queryCreatorInfo,
  initVideo,
  initVideoDraft,
  uploadVideo,
  initPhotos,
  fetchStatus,
  listVideos,
  queryVideos,
];

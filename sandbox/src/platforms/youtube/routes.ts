import type { Route } from '../../core/platform.ts';
import { beginUpload } from './begin-upload.ts';
import { deleteVideo } from './delete-video.ts';
import { listChannels } from './list-channels.ts';
import { listPlaylistItems } from './list-playlist-items.ts';
import { listVideos } from './list-videos.ts';
import { authorize, issueTokens, revokeToken } from './oauth.ts';
import { readUploadProgress, uploadPart } from './upload-part.ts';

export const routes: readonly Route[] = [
  authorize,
  issueTokens,
  revokeToken,
  listChannels,
  beginUpload,
  readUploadProgress,
  uploadPart,
  deleteVideo,
  listPlaylistItems,
  listVideos,
];

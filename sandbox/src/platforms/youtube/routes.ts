import type { Route } from '../../core/network.ts';
import { authorize } from './authorize.ts';
import { beginUpload } from './begin-upload.ts';
import { deleteVideo } from './delete-video.ts';
import { issueTokens } from './issue-tokens.ts';
import { listChannels } from './list-channels.ts';
import { listPlaylistItems } from './list-playlist-items.ts';
import { revokeToken } from './revoke-token.ts';
import { uploadPart } from './upload-part.ts';

export const routes: readonly Route[] = [
  authorize,
  issueTokens,
  revokeToken,
  listChannels,
  beginUpload,
  uploadPart,
  deleteVideo,
  listPlaylistItems,
];

import type { Route } from '../../core/platform.ts';
import { uploadBlob } from './blobs.ts';
import { createRecord } from './create-record.ts';
import { getServiceAuth, resolveHandle } from './identity.ts';
import { getAuthorFeed, getPosts, getProfile } from './reads.ts';
import { deleteRecord, getRecord } from './records.ts';
import { createSession, deleteSession, refreshSession } from './session-routes.ts';
import { getJobStatus, getUploadLimits, uploadVideo } from './video.ts';
import { webPage } from './web-page.ts';

export const routes: readonly Route[] = [
  createSession,
  refreshSession,
  deleteSession,
  resolveHandle,
  getServiceAuth,
  uploadBlob,
  createRecord,
  getRecord,
  deleteRecord,
  getProfile,
  getAuthorFeed,
  getPosts,
  getUploadLimits,
  uploadVideo,
  getJobStatus,
  webPage,
];

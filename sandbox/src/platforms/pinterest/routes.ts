import type { Route } from '../../core/platform.ts';
import { createBoard } from './create-board.ts';
import { createPin } from './pins/create-pin.ts';
import { deletePin } from './pins/delete-pin.ts';
import { getBoard } from './get-board.ts';
import { getMedia } from './get-media.ts';
import { getPin } from './pins/get-pin.ts';
import { listBoards } from './list-boards.ts';
import { listPins } from './pins/list-pins.ts';
import { authorize, issueTokens } from './oauth.ts';
import { registerMedia } from './register-media.ts';
import { uploadVideo } from './upload-video.ts';
import { getUserAccount } from './user-account.ts';

export const routes: readonly Route[] = [
  authorize,
  issueTokens,
  getUserAccount,
  listBoards,
  createBoard,
  getBoard,
  registerMedia,
  uploadVideo,
  getMedia,
  createPin,
  listPins,
  getPin,
  deletePin,
];

import { deleteFileHandler } from './delete-file.ts';
import { drainEndpointHandler } from './drain-endpoint.ts';
import type { Handler } from './handler.ts';
import { publishPostHandler } from './publish-post.ts';
import { readCodesHandler } from './read-codes.ts';
import { refreshTokenHandler } from './refresh-token.ts';
import { revokeTokenHandler } from './revoke-token.ts';
import { sweepCodesHandler } from './sweep-codes.ts';
import { sweepMediaHandler } from './sweep-media.ts';
import { sweepRetentionHandler } from './sweep-retention.ts';
import { sweepStoreHandler } from './sweep-store.ts';
import { sweepTokensHandler } from './sweep-tokens.ts';
import { sweepWorkersHandler } from './sweep-workers.ts';

/** Every handler there is. */
export const handlers: readonly Handler[] = [
  deleteFileHandler,
  drainEndpointHandler,
  publishPostHandler,
  readCodesHandler,
  refreshTokenHandler,
  revokeTokenHandler,
  sweepStoreHandler,
  sweepWorkersHandler,
  sweepRetentionHandler,
  sweepTokensHandler,
  sweepCodesHandler,
  sweepMediaHandler,
];

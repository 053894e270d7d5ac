import { drainEndpointHandler } from './drain-endpoint.ts';
import type { Handler } from './handler.ts';
import { sweepRetentionHandler } from './sweep-retention.ts';
import { sweepWorkersHandler } from './sweep-workers.ts';

/** Every handler there is. */
export const handlers: readonly Handler[] = [drainEndpointHandler, sweepWorkersHandler, sweepRetentionHandler];

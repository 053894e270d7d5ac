import type { Route } from '../route.ts';
import { createApiKeyRoute } from './api-keys/create-api-key.ts';
import { deleteApiKeyRoute } from './api-keys/delete-api-key.ts';
import { listApiKeysRoute } from './api-keys/list-api-keys.ts';
import { createProfileRoute } from './profiles/create-profile.ts';
import { deleteProfileRoute } from './profiles/delete-profile.ts';
import { getProfileRoute } from './profiles/get-profile.ts';
import { listProfilesRoute } from './profiles/list-profiles.ts';
import { updateProfileRoute } from './profiles/update-profile.ts';
import { docsRoutes } from './service/docs.ts';
import { healthzRoute } from './service/healthz.ts';
import { metricsRoute } from './service/metrics.ts';
import { openapiRoute } from './service/openapi.ts';
import { readyzRoute } from './service/readyz.ts';
import { getUsageRoute } from './usage/get-usage.ts';

/** Every endpoint there is. */
export const routes: readonly Route[] = [
  listProfilesRoute,
  createProfileRoute,
  getProfileRoute,
  updateProfileRoute,
  deleteProfileRoute,
  listApiKeysRoute,
  createApiKeyRoute,
  deleteApiKeyRoute,
  getUsageRoute,
  openapiRoute,
  ...docsRoutes,
  healthzRoute,
  readyzRoute,
  metricsRoute,
];

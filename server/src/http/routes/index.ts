import { analyticsRoutes } from './analytics/analytics.ts';
import { analyticsExportRoutes } from './analytics/export-analytics.ts';
import { automationRoutes } from './automations/automations.ts';
import { contactRoutes } from './contacts/contacts.ts';
import type { Route } from '../route.ts';
import { deleteAccountRoute } from './accounts/delete-account.ts';
import { getAccountHealthRoute } from './accounts/get-account-health.ts';
import { getAccountRoute } from './accounts/get-account.ts';
import { listAccountHealthRoute } from './accounts/list-account-health.ts';
import { listAccountsRoute } from './accounts/list-accounts.ts';
import { createApiKeyRoute } from './api-keys/create-api-key.ts';
import { deleteApiKeyRoute } from './api-keys/delete-api-key.ts';
import { listApiKeysRoute } from './api-keys/list-api-keys.ts';
import { boardRoutes } from './boards/board-routes.ts';
import { completeConnectRoute } from './connect/complete-connect.ts';
import { connectPageRoutes } from './connect/connect-pages.ts';
import { startConnectRoute } from './connect/start-connect.ts';
import { listEventsRoute } from './events/list-events.ts';
import { commentRoutes } from './inbox/comments.ts';
import { conversationRoutes } from './inbox/conversations.ts';
import { deleteMediaRoute } from './media/delete-media.ts';
import { directUploadRoute } from './media/direct-upload.ts';
import { listMediaRoute } from './media/list-media.ts';
import { presignUploadRoute } from './media/presign-upload.ts';
import { receiveUploadRoute } from './media/receive-upload.ts';
import { serveFileRoute } from './media/serve-file.ts';
import { platformHandshakeRoute, receivePlatformEventRoute } from './platform-webhooks/platform-webhooks.ts';
import { listPlatformsRoute } from './platforms/list-platforms.ts';
import { bulkUploadRoute } from './posts/bulk-upload.ts';
import { createPostRoute } from './posts/create-post.ts';
import { deletePostRoute } from './posts/delete-post.ts';
import { exportPostsRoute } from './posts/export-posts.ts';
import { getPostRoute } from './posts/get-post.ts';
import { getTimelineRoute } from './posts/get-timeline.ts';
import { listPostsRoute } from './posts/list-posts.ts';
import { listPostCommentsRoute, listPostReactionsRoute } from './posts/organisation-reads.ts';
import { retryPostRoute } from './posts/retry-post.ts';
import { syncExternalPostsRoute } from './posts/sync-external-posts.ts';
import { unpublishPostRoute } from './posts/unpublish-post.ts';
import { updatePostRoute } from './posts/update-post.ts';
import { validatePostRoute } from './posts/validate-post.ts';
import { createProfileRoute } from './profiles/create-profile.ts';
import { deleteProfileRoute } from './profiles/delete-profile.ts';
import { getProfileRoute } from './profiles/get-profile.ts';
import { listProfilesRoute } from './profiles/list-profiles.ts';
import { updateProfileRoute } from './profiles/update-profile.ts';
import { createQueueRoute } from './queue/create-queue.ts';
import { deleteQueuesRoute } from './queue/delete-queues.ts';
import { getQueuesRoute } from './queue/get-queues.ts';
import { nextSlotRoute } from './queue/next-slot.ts';
import { previewSlotsRoute } from './queue/preview-slots.ts';
import { updateQueueRoute } from './queue/update-queue.ts';
import { docsRoutes } from './service/docs.ts';
import { errorCatalogueRoute } from './service/error-catalogue.ts';
import { guideRoutes } from './service/guides.ts';
import { welcomeRoutes } from './service/welcome.ts';
import { healthzRoute } from './service/healthz.ts';
import { metricsRoute } from './service/metrics.ts';
import { openapiRoute } from './service/openapi.ts';
import { readyzRoute } from './service/readyz.ts';
import { getUsageRoute } from './usage/get-usage.ts';
import { createWebhookRoute } from './webhooks/create-webhook.ts';
import { deleteWebhookRoute } from './webhooks/delete-webhook.ts';
import { getWebhookRoute } from './webhooks/get-webhook.ts';
import { getDeliveryRoute } from './webhooks/get-delivery.ts';
import { listDeliveriesRoute } from './webhooks/list-deliveries.ts';
import { listWebhooksRoute } from './webhooks/list-webhooks.ts';
import { promoteSecretRoute } from './webhooks/promote-secret.ts';
import { redeliverRoute } from './webhooks/redeliver.ts';
import { testWebhookRoute } from './webhooks/test-webhook.ts';
import { updateWebhookRoute } from './webhooks/update-webhook.ts';

export const routes: readonly Route[] = [
  listProfilesRoute,
  createProfileRoute,
  getProfileRoute,
  updateProfileRoute,
  deleteProfileRoute,
  listApiKeysRoute,
  createApiKeyRoute,
  deleteApiKeyRoute,
  listPlatformsRoute,
  ...analyticsRoutes,
  ...analyticsExportRoutes,
  listAccountsRoute,
  listAccountHealthRoute,
  getAccountRoute,
  deleteAccountRoute,
  getAccountHealthRoute,
  ...boardRoutes,
  startConnectRoute,
  completeConnectRoute,
  ...connectPageRoutes,
  listMediaRoute,
  presignUploadRoute,
  receiveUploadRoute,
  directUploadRoute,
  deleteMediaRoute,
  serveFileRoute,
  listPostsRoute,
  createPostRoute,
  bulkUploadRoute,
  exportPostsRoute,
  validatePostRoute,
  syncExternalPostsRoute,
  getPostRoute,
  updatePostRoute,
  deletePostRoute,
  getTimelineRoute,
  retryPostRoute,
  unpublishPostRoute,
  listPostCommentsRoute,
  listPostReactionsRoute,
  ...conversationRoutes,
  ...commentRoutes,
  ...automationRoutes,
  ...contactRoutes,
  getQueuesRoute,
  createQueueRoute,
  updateQueueRoute,
  deleteQueuesRoute,
  nextSlotRoute,
  previewSlotsRoute,
  listWebhooksRoute,
  createWebhookRoute,
  getWebhookRoute,
  updateWebhookRoute,
  deleteWebhookRoute,
  promoteSecretRoute,
  testWebhookRoute,
  listDeliveriesRoute,
  getDeliveryRoute,
  redeliverRoute,
  listEventsRoute,
  getUsageRoute,
  platformHandshakeRoute,
  receivePlatformEventRoute,
  openapiRoute,
  errorCatalogueRoute,
  ...welcomeRoutes,
  ...guideRoutes,
  ...docsRoutes,
  healthzRoute,
  readyzRoute,
  metricsRoute,
];

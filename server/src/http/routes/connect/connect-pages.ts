import { codePage } from '../../../domain/connect/code-page.ts';
import type { ConnectOutcome } from '../../../domain/connect/connect-outcome.ts';
import { formPage, submitForm } from '../../../domain/connect/form-page.ts';
import { hostedCallback } from '../../../domain/connect/hosted-callback.ts';
import { adapters } from '../../../platforms/registry.ts';
import { connectPage } from '../../pages/connect-pages.ts';
import { pageRoute, type PageResponse, type PageRoute } from '../../route.ts';

const statuses = {
  200: 'A page.',
  302: 'Redirects to the `redirectUrl` of the connection, or to the chat of the sandbox.',
  400: 'The page says what went wrong.',
};

function toResponse(outcome: ConnectOutcome, action = ''): PageResponse {
  if (outcome.kind === 'redirect') return { redirect: outcome.url };
  return { status: outcome.kind === 'failed' ? 400 : 200, html: connectPage(outcome, action) };
}

const callbackRoute = pageRoute({
  method: 'GET',
  path: '/v1/connect/{platform}/callback',
  operation: 'receive connect callback',
  tag: 'Connect',
  description: 'Platforms redirect people here, with `code` and `state` or with `error`.',
  statuses,
  handle: async (ctx, { params, query }) => toResponse(await hostedCallback(ctx, params['platform'] ?? '', query)),
});

/** Pages of platforms without a consent page. */
const ownPages = adapters.flatMap(({ name, label, connect }): PageRoute[] => {
  const path = `/connect/${name}`;
  const facts = { path, tag: 'Connect', statuses };
  if (connect.kind === 'code') {
    return [
      pageRoute({
        ...facts,
        method: 'GET',
        operation: `show ${name} connect page`,
        description: `Shows the code that connects a ${label} chat, and continues once the bot has seen it.`,
        handle: async (ctx, { query }) => toResponse(await codePage(ctx, name, query), path),
      }),
    ];
  }
  if (connect.kind === 'oauth') return [];
  return [
    pageRoute({
      ...facts,
      method: 'GET',
      operation: `show ${name} connect page`,
      description: `Asks for the credentials of a ${label} account.`,
      handle: async (ctx, { query }) => toResponse(await formPage(ctx, name, query), path),
    }),
    pageRoute({
      ...facts,
      method: 'POST',
      operation: `submit ${name} connect page`,
      description: 'Receives the form of the page.',
      handle: async (ctx, { form }) => toResponse(await submitForm(ctx, name, form), path),
    }),
  ];
});

export const connectPageRoutes: readonly PageRoute[] = [callbackRoute, ...ownPages];

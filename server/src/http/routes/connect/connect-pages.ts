import { codePage } from '../../../domain/connect/code-page.ts';
import type { ConnectOutcome } from '../../../domain/connect/connect-outcome.ts';
import { formPage, submitForm } from '../../../domain/connect/form-page.ts';
import { hostedCallback } from '../../../domain/connect/hosted-callback.ts';
import { adapters } from '../../../platforms/registry.ts';
import { connectPage } from '../../pages/connect-pages.ts';
import { pageRoute, type PageAnswer, type PageRoute } from '../../route.ts';

const statuses = {
  200: 'A page.',
  302: 'To the `redirectUrl` given at the start, or to the chat of the sandbox.',
  400: 'The page says what went wrong.',
};

function answer(outcome: ConnectOutcome, action = ''): PageAnswer {
  if (outcome.kind === 'redirect') return { redirect: outcome.url };
  return { status: outcome.kind === 'failed' ? 400 : 200, html: connectPage(outcome, action) };
}

const callbackRoute = pageRoute({
  method: 'GET',
  path: '/v1/connect/{platform}/callback',
  operation: 'receive connect callback',
  tag: 'Connect',
  description: 'Where platforms send people back to: with `code` and `state`, or with `error`.',
  statuses,
  handle: async (ctx, { params, query }) => answer(await hostedCallback(ctx, params['platform'] ?? '', query)),
});

/** Herald's own pages, for the networks that have no consent page. */
const ownPages = adapters.flatMap(({ name, label, connect }): PageRoute[] => {
  const path = `/connect/${name}`;
  const facts = { path, tag: 'Connect', statuses };
  if (connect.kind === 'code') {
    return [
      pageRoute({
        ...facts,
        method: 'GET',
        operation: `show ${name} connect page`,
        description: `Shows the code that connects a chat on ${label}, and moves on once it was seen.`,
        handle: async (ctx, { query }) => answer(await codePage(ctx, name, query), path),
      }),
    ];
  }
  if (connect.kind === 'oauth') return [];
  return [
    pageRoute({
      ...facts,
      method: 'GET',
      operation: `show ${name} connect page`,
      description: `Asks for what signs a person in on ${label}.`,
      handle: async (ctx, { query }) => answer(await formPage(ctx, name, query), path),
    }),
    pageRoute({
      ...facts,
      method: 'POST',
      operation: `submit ${name} connect page`,
      description: 'What the page posts.',
      handle: async (ctx, { form }) => answer(await submitForm(ctx, name, form), path),
    }),
  ];
});

export const connectPageRoutes: readonly PageRoute[] = [callbackRoute, ...ownPages];

import type { FastifyRequest } from 'fastify';
import { ControlError } from '../control/control-request.ts';
import { avatarOf } from '../core/pages/avatar.ts';
import { mediaTypeOf } from '../core/media/media-type.ts';
import { errorPage } from '../core/pages/page.ts';
import { isFromHere, isFromSameOrigin } from '../core/wire/from-here.ts';
import { readBody } from '../core/wire/read-body.ts';
import { bytes, redirect, type Reply } from '../core/wire/reply.ts';
import { sleep } from '../core/wire/wait.ts';
import type { SandboxContext } from '../core/context.ts';
import type { Platform } from '../core/platform.ts';
import { feedPage, frontPage } from './feed-pages.ts';
import { inspectorPage } from './inspector-page.ts';
import { markOf, renderPage, type LivePage } from './live-page.ts';
import { liveScript } from './live-script.ts';
import { messagePage } from './message-pages.ts';
import { postPage } from './post-page.ts';

const waitMs = 20_000;
const settleMs = 50;
const formBytesMax = 1024 * 1024;

/** Off in production. */
export async function feed(
  context: SandboxContext,
  request: FastifyRequest,
  clientClosed: AbortSignal,
): Promise<Reply> {
  const { pathname, searchParams: query } = new URL(request.raw.url ?? '/', 'http://sandbox');
  const [first = '', ...rest] = segmentsOf(pathname) ?? ['-'];
  if (context.options.isProduction) return nothing();
  if (first === '') return frontPage(context);
  const part = parts.get(first);
  if (part !== undefined) return rest.length > 1 ? nothing() : part(context, rest[0] ?? '');
  const livePage = findPage(context, [first, ...rest]);
  if (livePage === undefined) return nothing();
  return servePage(context, livePage, { request, query, clientClosed });
}

type PageRequest = { request: FastifyRequest; query: URLSearchParams; clientClosed: AbortSignal };

async function servePage(
  context: SandboxContext,
  livePage: LivePage,
  { request, query, clientClosed }: PageRequest,
): Promise<Reply> {
  if (livePage.isLocalOnly === true && !isFromHere(request)) return foreignReader();
  if (request.method === 'POST') return submit(livePage, request);
  const seen = query.get('seen');
  if (seen !== null) return changes(context, livePage, { seen, clientClosed });
  return renderPage(livePage, { values: Object.fromEntries(query), canWrite: isFromHere(request) });
}

function segmentsOf(pathname: string): string[] | undefined {
  try {
    return pathname.split('/').slice(3).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

const parts = new Map<string, (context: SandboxContext, name: string) => Reply | Promise<Reply>>([
  ['live.js', () => bytes('text/javascript; charset=utf-8', Buffer.from(liveScript))],
  ['face', (_context, name) => bytes('image/png', avatarOf(name))],
  ['media', media],
]);

function findPage(context: SandboxContext, [name, section = '', ...ids]: readonly string[]): LivePage | undefined {
  const platform = context.platforms.find((each) => each.name === name);
  const [account, id, ...more] = ids;
  if (platform === undefined || more.length > 0) return undefined;
  return sections.get(section)?.(context, platform, { account, id });
}

type PageIds = { readonly account: string | undefined; readonly id: string | undefined };
type FindPage = (context: SandboxContext, platform: Platform, ids: PageIds) => LivePage | undefined;

const sections = new Map<string, FindPage>([
  ['', (context, platform, { account }) => (account === undefined ? feedPage(context, platform) : undefined)],
  [
    'accounts',
    (context, platform, { account, id }) => (id === undefined ? feedPage(context, platform, account) : undefined),
  ],
  [
    'requests',
    (context, platform, { account }) => (account === undefined ? inspectorPage(context, platform) : undefined),
  ],
  ['messages', messagePage],
  [
    'posts',
    (context, platform, { account, id }) =>
      account === undefined || id === undefined ? undefined : postPage(context, platform, { account, id }),
  ],
]);

/** Serves uploads only under the type detected from their content. */
async function media(context: SandboxContext, sha256: string): Promise<Reply> {
  const file = /^[0-9a-f]{64}$/.test(sha256) ? await context.state.media.read(sha256) : undefined;
  const type = file === undefined ? undefined : mediaTypeOf(file);
  if (file === undefined || type === undefined) return nothing();
  const reply = bytes(type, file);
  return {
    ...reply,
    headers: { ...reply.headers, 'x-content-type-options': 'nosniff', 'cache-control': 'max-age=3600' },
  };
}

/** An error shows the page again with what was typed. */
async function submit(livePage: LivePage, request: FastifyRequest): Promise<Reply> {
  const { forms: [first, ...others] = [] } = livePage;
  if (first === undefined) return errorPage(405, 'No form here', 'This page takes no input.');
  if (!isFromHere(request) || !isFromSameOrigin(request)) return foreignForm();
  const body = await readBody(request, { bytesMax: formBytesMax });
  if (body.kind === 'tooLarge') return errorPage(413, 'This form is too large', 'Go back and shorten the text.');
  if (body.kind !== 'form') return errorPage(400, 'This form is unreadable', 'Go back and send it again.');
  // Browsers send line breaks as CRLF.
  const values = Object.fromEntries([...body.fields].map(([name, value]) => [name, value.replaceAll('\r\n', '\n')]));
  const form = others.find(({ name }) => name === values['form']) ?? first;
  try {
    return { ...redirect(form.submit(values)), status: 303 };
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    return renderPage(livePage, {
      status: 400,
      canWrite: true,
      sent: form,
      values,
      error: `${form.failure}: ${error.message}.`,
    });
  }
}

const foreignReader = (): Reply =>
  errorPage(403, 'This page is not shown here', 'Open it on the machine that runs the sandbox.');

function foreignForm(): Reply {
  return errorPage(
    403,
    'This form was not accepted',
    'Only pages of this sandbox can send it, on the machine that runs the sandbox.',
  );
}

type Watch = { seen: string; clientClosed: AbortSignal };

/** Responds when the live part differs from what the browser shows, or with 204 after a while. */
async function changes(context: SandboxContext, livePage: LivePage, { seen, clientClosed }: Watch): Promise<Reply> {
  const signal = AbortSignal.any([clientClosed, context.closing, AbortSignal.timeout(waitMs)]);
  while (!signal.aborted) {
    const content = livePage.content();
    const mark = markOf(content);
    if (mark !== seen) {
      const headers = { 'content-type': 'text/html; charset=utf-8', 'x-feed-mark': mark, 'cache-control': 'no-store' };
      return { status: 200, headers, body: content.html };
    }
    await nextChange(context, signal);
  }
  return { status: 204, headers: {}, body: '' };
}

async function nextChange(context: SandboxContext, signal: AbortSignal): Promise<void> {
  const committed = new AbortController();
  const endings = [context.state.store.onCommit, context.log.onAdd].map((listen) => listen(() => committed.abort()));
  await sleep(waitMs, AbortSignal.any([signal, committed.signal]));
  for (const end of endings) end();
  // Several changes at once cause one response.
  await sleep(settleMs, signal);
}

function nothing(): Reply {
  return errorPage(404, 'Nothing here', 'The sandbox has no such platform or page.');
}

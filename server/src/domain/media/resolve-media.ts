import type { MediaRow } from '../../db/rows.ts';
import { AppError } from '../../kernel/errors.ts';
import { OutboundFault } from '../../kernel/outbound/http-client.ts';
import { inParallel } from '../../kernel/in-parallel.ts';
import { timeLimit } from '../../kernel/time/time-limit.ts';
import type { Ctx } from '../context.ts';
import { findMedia } from './find-media.ts';
import { rehostedBytesMax, rehostMedia, type MediaSource } from './rehost-media.ts';

type MediaReference = { url: string; param: string };

const atOnceMax = 4;
const connectTimeoutMs = 5_000;
const redirectsMax = 3;

export async function resolveMedia(
  ctx: Ctx,
  { items, timeoutMs }: { items: readonly MediaReference[]; timeoutMs: number },
): Promise<MediaRow[]> {
  using limit = timeLimit(ctx.clock, timeoutMs);
  return await inParallel(items, atOnceMax, async ({ url, param }) => {
    try {
      return await resolveOne(ctx, url, limit.signal);
    } catch (error) {
      throw toAppError(error, param);
    }
  });
}

async function resolveOne(ctx: Ctx, url: string, signal: AbortSignal): Promise<MediaRow> {
  const media = await findMedia(ctx, url);
  switch (media.kind) {
    case 'ready':
      return media.row;
    case 'unavailable':
      throw new AppError('mediaUnavailable', media.reason);
    case 'copy':
      return await rehostMedia(ctx, { filename: media.row.filename, source: fromStore(ctx, media.row.key) });
    case 'elsewhere':
      return await rehostMedia(ctx, { filename: filenameOf(url), source: fromAddress(ctx, url, signal) });
  }
}

function fromStore(ctx: Ctx, key: string): MediaSource {
  return async (receive) => {
    const body = await ctx.storage.open(key);
    if (body === undefined)
      throw new AppError('mediaUnavailable', 'The file is missing from the media store: upload it again');
    await receive(body);
  };
}

function fromAddress(ctx: Ctx, url: string, signal: AbortSignal): MediaSource {
  return async (receive) => {
    const { status } = await ctx.http.safeFetch({
      ...{ url, method: 'GET', allowPublicHttp: true, redirectsMax, connectTimeoutMs, signal, receive },
      // `signal` limits the time for all files together.
      timeoutMs: 3_600_000,
      responseBytesMax: rehostedBytesMax,
      overlong: 'fail',
    });
    if (status !== 200) throw new AppError('mediaUnavailable', `The URL returned status ${status} instead of a file`);
  };
}

function filenameOf(url: string): string {
  const last = URL.parse(url)?.pathname.split('/').at(-1) ?? '';
  const name = /%/.test(last) ? '' : [...last].slice(0, 255).join('');
  return name === '' ? 'media' : name;
}

function toAppError(error: unknown, param: string): unknown {
  if (error instanceof AppError) {
    const code = error.code === 'validation' ? 'mediaUnavailable' : error.code;
    return new AppError(code, error.message, { ...error.details, param }, error.cause);
  }
  if (!(error instanceof OutboundFault)) return error;
  const isForbidden = error.kind === 'urlNotAllowed' || error.kind === 'addressBlocked';
  const message = isForbidden ? error.message : `The file could not be fetched: ${error.message}`;
  return new AppError(isForbidden ? 'urlNotAllowed' : 'mediaUnavailable', message, { param });
}

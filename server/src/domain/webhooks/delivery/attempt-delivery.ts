import { OutboundFault, type OutboundResponse } from '../../../kernel/outbound/http-client.ts';
import type { Ctx } from '../../context.ts';
import { resultOfResponse, resultOfFault, type AttemptResult } from './attempt-result.ts';
import type { SendableDelivery } from './claimed-delivery.ts';
import { deliveryHeaders } from './delivery-request.ts';
import { responseExcerpt } from './response-excerpt.ts';
import { openAllSecrets } from '../sealed-fields.ts';

type AttemptCtx = Pick<Ctx, 'http' | 'sealer' | 'clock' | 'timing'>;

export type Attempt = {
  attemptedAt: Date;
  durationMs: number;
  result: AttemptResult;
  responseExcerpt: string | null;
};

const responseBytesMax = 64 * 1024;

export async function attemptDelivery(ctx: AttemptCtx, claimed: SendableDelivery): Promise<Attempt> {
  const { endpoint, event } = claimed;
  const attemptedAt = ctx.clock.now();
  const startedMs = performance.now();
  const rotationMs = ctx.timing.secretRotationMs;
  const headers = deliveryHeaders(ctx.sealer, { delivery: claimed, sentAt: attemptedAt, rotationMs });
  const { result, response } = await post(ctx, endpoint.url, { headers, body: event.body });
  const durationMs = Math.round(performance.now() - startedMs);
  return { attemptedAt, durationMs, result, responseExcerpt: response && excerptOf(ctx, claimed, response) };
}

function excerptOf(ctx: AttemptCtx, { endpoint }: SendableDelivery, { body }: OutboundResponse): string {
  return body.length === 0 ? '' : responseExcerpt(body, openAllSecrets(ctx.sealer, endpoint));
}

type Message = { headers: Record<string, string>; body: Buffer };
type Outcome = { result: AttemptResult; response: OutboundResponse | null };

async function post(ctx: AttemptCtx, url: string, { headers, body }: Message): Promise<Outcome> {
  try {
    const response = await ctx.http.safeFetch({
      url,
      method: 'POST',
      headers,
      body,
      timeoutMs: ctx.timing.deliveryTimeoutMs,
      connectTimeoutMs: ctx.timing.deliveryConnectTimeoutMs,
      responseBytesMax,
      overlong: 'cut',
    });
    return { result: resultOfResponse(response, ctx.clock.now()), response };
  } catch (error) {
    if (error instanceof OutboundFault) return { result: resultOfFault(error), response: null };
    throw error;
  }
}

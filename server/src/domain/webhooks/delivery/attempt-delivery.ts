import { OutboundFault } from '../../../kernel/outbound/http-client.ts';
import type { Ctx } from '../../context.ts';
import { resultOfResponse, resultOfFault, type AttemptResult } from './attempt-result.ts';
import type { SendableDelivery } from './claimed-delivery.ts';
import { deliveryHeaders } from './delivery-request.ts';

type AttemptCtx = Pick<Ctx, 'http' | 'sealer' | 'clock' | 'timing'>;

export type Attempt = { attemptedAt: Date; durationMs: number; result: AttemptResult };

const responseBytesMax = 64 * 1024;

/** The response body is never stored. */
export async function attemptDelivery(ctx: AttemptCtx, claimed: SendableDelivery): Promise<Attempt> {
  const { endpoint, body } = claimed;
  const attemptedAt = ctx.clock.now();
  const startedMs = performance.now();
  const rotationMs = ctx.timing.secretRotationMs;
  const headers = deliveryHeaders(ctx.sealer, { delivery: claimed, endpoint, body, sentAt: attemptedAt, rotationMs });
  const result = await post(ctx, endpoint.url, { headers, body });
  return { attemptedAt, durationMs: Math.round(performance.now() - startedMs), result };
}

type Message = { headers: Record<string, string>; body: Buffer };

async function post(ctx: AttemptCtx, url: string, { headers, body }: Message): Promise<AttemptResult> {
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
    return resultOfResponse(response, ctx.clock.now());
  } catch (error) {
    if (error instanceof OutboundFault) return resultOfFault(error);
    throw error;
  }
}

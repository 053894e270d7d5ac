import { isJsonObject } from '../../kernel/text/json.ts';
import type { Media, Refusal } from '../adapter.ts';
import { readReply } from '../meta/graph.ts';
import { platformText } from '../shared/platform-text.ts';
import type { FacebookAccountCall } from './call.ts';
import { toStepRefusal } from './errors.ts';
import { scopes } from './scopes.ts';

/** Builds the URL itself, because the request carries the token. */
export async function uploadReel(call: FacebookAccountCall, id: string, media: Media): Promise<Refusal | undefined> {
  const { hosts, apiVersion, account } = call;
  const reply = await call.http.send({
    method: 'POST',
    url: `${hosts.upload}/video-upload/${apiVersion}/${encodeURIComponent(id)}`,
    headers: { authorization: `OAuth ${account.tokens?.accessToken ?? ''}`, file_url: media.url },
  });
  const read = readReply(reply);
  if (read.kind === 'ok' && read.json['success'] === true) return undefined;
  if (read.kind === 'ok') return { kind: 'notDone', reason: 'Facebook did not accept the video' };
  return read.kind === 'lost' ? hostRefusal(reply, read.reason) : toStepRefusal(read, scopes.publish);
}

function hostRefusal(reply: Awaited<ReturnType<FacebookAccountCall['http']['send']>>, reason: string): Refusal {
  const info = reply.kind === 'response' && isJsonObject(reply.json) ? reply.json['debug_info'] : undefined;
  if (!isJsonObject(info)) return { kind: 'notDone', reason };
  const message = platformText(info['message']) ?? reason;
  if (info['retriable'] !== false) return { kind: 'notDone', reason: message };
  const code = platformText(info['type'], 100) ?? 'upload';
  return { kind: 'rejected', code, message, platformError: message };
}

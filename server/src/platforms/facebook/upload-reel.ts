import { isJsonObject } from '../../kernel/text/json.ts';
import type { AccountCall, Media, Refusal } from '../adapter.ts';
import { readReply } from '../meta/graph.ts';
import { networkText } from '../shared/network-text.ts';
import { toStepRefusal } from './errors.ts';
import { scopes } from './scopes.ts';

/** Tells Facebook where to fetch a reel. The address is made here: it is sent the token, whatever an answer names. */
export async function uploadReel(call: AccountCall, id: string, media: Media): Promise<Refusal | undefined> {
  const { hosts, apiVersion, account } = call;
  const reply = await call.http.send({
    method: 'POST',
    url: `${hosts['upload'] ?? ''}/video-upload/${apiVersion}/${encodeURIComponent(id)}`,
    headers: { authorization: `OAuth ${account.tokens?.accessToken ?? ''}`, file_url: media.url },
  });
  const read = readReply(reply);
  if (read.kind === 'ok' && read.json['success'] === true) return undefined;
  if (read.kind === 'ok') return { kind: 'notDone', reason: 'Facebook did not take the video' };
  return read.kind === 'lost' ? hostRefusal(reply, read.reason) : toStepRefusal(read, scopes.publish);
}

/** This host has an error body of its own. */
function hostRefusal(reply: Awaited<ReturnType<AccountCall['http']['send']>>, reason: string): Refusal {
  const info = reply.kind === 'answer' && isJsonObject(reply.json) ? reply.json['debug_info'] : undefined;
  if (!isJsonObject(info)) return { kind: 'notDone', reason };
  const message = networkText(info['message']) ?? reason;
  if (info['retriable'] !== false) return { kind: 'notDone', reason: message };
  const code = networkText(info['type'], 100) ?? 'upload';
  return { kind: 'rejected', code, message, platformError: message };
}

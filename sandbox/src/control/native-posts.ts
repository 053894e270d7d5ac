import { createHash } from 'node:crypto';
import type { SandboxContext } from '../core/context.ts';
import type { NativeMedia } from '../core/platform.ts';
import type { LedgerMedia } from '../core/state/ledger.ts';
import { ControlError, readFields } from './control-request.ts';
import { commit, platformOf } from './platform-access.ts';

const mediaMax = 10;

export function addPost(context: SandboxContext, body: unknown): { id: string; url: string } {
  const fields = readFields(body, {
    platform: 'string!',
    account: 'string!',
    text: 'string!',
    mediaUrls: 'array',
    createdAt: 'string',
  });
  const { platform, account, text, mediaUrls = [] } = fields;
  const { addPost: add } = platformOf(context, platform);
  if (add === undefined) throw new ControlError(`${platform} cannot list posts here`);
  if (mediaUrls.length > mediaMax) throw new ControlError(`mediaUrls may have at most ${mediaMax} URLs`);
  const media = mediaUrls.map(toMedia);
  return commit(context, (tools) => {
    const now = tools.clock.now();
    const createdAt = fields.createdAt === undefined ? now : Date.parse(fields.createdAt);
    if (Number.isNaN(createdAt)) throw new ControlError('createdAt must be a time such as 2026-01-31T12:00:00Z');
    if (createdAt > now) throw new ControlError('createdAt must not be in the future of the sandbox clock');
    return add(tools, { account, text, media, createdAt });
  });
}

const types: Readonly<Record<string, LedgerMedia['type']>> = { mp4: 'video', mov: 'video', gif: 'gif' };

/** Media are not fetched, so the file name decides. */
function toMedia(url: unknown): NativeMedia {
  const parsed = typeof url === 'string' ? URL.parse(url) : null;
  if (parsed?.protocol !== 'https:') throw new ControlError('mediaUrls must be https URLs');
  const ending = /\.([a-z0-9]+)$/i.exec(parsed.pathname)?.[1]?.toLowerCase() ?? '';
  const sha256 = createHash('sha256').update(parsed.href).digest('hex');
  return { url: parsed.href, file: { type: types[ending] ?? 'image', sizeBytes: 0, sha256 } };
}

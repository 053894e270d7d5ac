import { webUrl } from '../shared/platform-text.ts';
import type { BlueskyAccountCall } from './call.ts';
import { uploadBlob, type BlobJson } from './blob.ts';
import type { LinkCard } from './publish-state.ts';
import { readPageCard } from './page-card.ts';

const redirectsMax = 3;
const timeoutMs = 8000;
const thumbBytesMax = 1_000_000;
const thumbTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

/** Null on any failure: a page hosted elsewhere must never block a post. */
export async function readLinkCard({ http }: BlueskyAccountCall, link: string): Promise<LinkCard | null> {
  const uri = webUrl(link);
  if (uri === undefined) return null;
  const reply = await http.send({ method: 'GET', url: uri, headers: { accept: 'text/html' }, redirectsMax, timeoutMs });
  if (reply.kind !== 'response' || reply.status !== 200) return null;
  if (!/^(text\/html|application\/xhtml\+xml)\b/i.test(reply.headers['content-type'] ?? '')) return null;
  const card = readPageCard(reply.text, uri);
  return card === undefined ? null : { uri: link, ...card, thumb: null };
}

export async function uploadThumb(call: BlueskyAccountCall, imageUrl: string): Promise<BlobJson | null> {
  const reply = await call.http.send({ method: 'GET', url: imageUrl, redirectsMax, timeoutMs });
  if (reply.kind !== 'response' || reply.status !== 200) return null;
  const { bytes } = reply;
  const [contentType = ''] = (reply.headers['content-type'] ?? '').toLowerCase().split(';');
  if (!thumbTypes.includes(contentType.trim()) || bytes.length === 0 || bytes.length > thumbBytesMax) return null;
  const sizeBytes = bytes.length;
  const blob = await uploadBlob(call, { contentType: contentType.trim(), sizeBytes, open: () => bytes });
  return blob.kind === 'ok' ? blob.data : null;
}

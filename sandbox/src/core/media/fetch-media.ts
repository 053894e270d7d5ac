import type { FetchedMedia } from '../platform.ts';

const timeoutMs = 15_000;

export function isHeraldUrl(url: string, origins: readonly string[]): boolean {
  return URL.canParse(url) && origins.includes(new URL(url).origin);
}

/** Fetches only from Herald, and always from its first origin: the public name may not be reachable from here. */
export async function fetchMedia(
  url: string,
  limits: { origins: readonly string[]; sizeBytesMax: number; signal: AbortSignal },
): Promise<FetchedMedia | undefined> {
  const [first] = limits.origins;
  if (first === undefined || !isHeraldUrl(url, limits.origins)) return undefined;
  const { pathname, search } = new URL(url);
  const signal = AbortSignal.any([limits.signal, AbortSignal.timeout(timeoutMs)]);
  try {
    const response = await fetch(`${first}${pathname}${search}`, { redirect: 'manual', signal });
    if (response.status !== 200 || response.body === null) {
      await response.body?.cancel();
      return undefined;
    }
    const bytes = await collect(response.body, limits.sizeBytesMax);
    return bytes && { bytes, type: response.headers.get('content-type') ?? '' };
  } catch {
    return undefined;
  }
}

/** Undefined when longer than `sizeBytesMax`. */
export async function collect(stream: AsyncIterable<Uint8Array>, sizeBytesMax: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > sizeBytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

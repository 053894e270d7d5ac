export type OutboundRequest = {
  url: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
  headers?: Record<string, string>;
  /** A stream needs a `content-length` header. */
  body?: Uint8Array | AsyncIterable<Uint8Array>;
  /** Includes redirects, connections and bodies. */
  timeoutMs: number;
  /** Requests share connections only with the same value, so use a constant. */
  connectTimeoutMs: number;
  responseBytesMax: number;
  overlong: 'cut' | 'fail';
  /** Streams the body of a 200 instead of holding it in memory. */
  receive?: (body: AsyncIterable<Uint8Array>) => Promise<void>;
  /** Only GET and HEAD follow redirects. */
  redirectsMax?: number;
  allowPublicHttp?: boolean;
  signal?: AbortSignal;
};

export type OutboundResponse = {
  status: number;
  /** Lower-case names; repeated headers are joined with a comma. */
  headers: Record<string, string>;
  /** Empty after `receive`. */
  body: Buffer;
  isCut: boolean;
  /** After redirects. */
  url: string;
};

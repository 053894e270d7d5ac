export type OutboundRequest = {
  url: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
  headers?: Record<string, string>;
  /** Streams need a `content-length` header. */
  body?: Uint8Array | AsyncIterable<Uint8Array>;
  /** Includes redirects, connections and bodies. */
  timeoutMs: number;
  /** Use a constant: requests with different values do not share connections. */
  connectTimeoutMs: number;
  responseBytesMax: number;
  overlong: 'cut' | 'fail';
  receive?: (body: AsyncIterable<Uint8Array>) => Promise<void>;
  /** Only GET and HEAD follow redirects. */
  redirectsMax?: number;
  allowPublicHttp?: boolean;
  signal?: AbortSignal;
};

export type OutboundResponse = {
  status: number;
  /** Lower-case names; repeated headers are joined with commas. */
  headers: Record<string, string>;
  /** Empty after `receive`. */
  body: Buffer;
  isCut: boolean;
  /** After redirects. */
  url: string;
};

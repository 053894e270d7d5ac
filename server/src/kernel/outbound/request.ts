export type OutboundRequest = {
  url: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
  headers?: Record<string, string>;
  /** A stream needs its `content-length` among the headers. */
  body?: Uint8Array | AsyncIterable<Uint8Array>;
  /** For everything together: redirects, connections and bodies. */
  timeoutMs: number;
  /** A connection is shared by requests with the same value, so it should be a constant of the caller. */
  connectTimeoutMs: number;
  responseBytesMax: number;
  /** What happens to a body above the limit: it is cut there, or the request fails with `tooLarge`. */
  overlong: 'cut' | 'fail';
  /** Takes the body of a 200 as it comes, within `responseBytesMax`, instead of its being kept in memory. */
  receive?: (body: AsyncIterable<Uint8Array>) => Promise<void>;
  /** None by default. Followed for GET and HEAD only; otherwise a 3xx is an answer like any other. */
  redirectsMax?: number;
  allowPublicHttp?: boolean;
  signal?: AbortSignal;
};

export type OutboundResponse = {
  status: number;
  /** Names in lower case; values of a repeated header are joined by a comma. */
  headers: Record<string, string>;
  /** Empty where `receive` took it. */
  body: Buffer;
  isCut: boolean;
  /** Where the answer came from, after redirects. */
  url: string;
};

export type OutboundFaultKind =
  | 'urlNotAllowed'
  | 'addressBlocked'
  | 'dnsFailed'
  | 'connectionFailed'
  | 'tlsFailed'
  | 'timeout'
  | 'redirect'
  | 'tooLarge'
  | 'aborted';

/** Message and cause never contain headers or bodies. */
export class OutboundFault extends Error {
  readonly kind: OutboundFaultKind;
  /** False only when the request certainly had no effect. */
  readonly isSent: boolean;

  constructor(kind: OutboundFaultKind, message: string, isSent = !neverSent.has(kind)) {
    super(message);
    this.name = 'OutboundFault';
    this.kind = kind;
    this.isSent = isSent;
  }
}

const neverSent: ReadonlySet<OutboundFaultKind> = new Set([
  'urlNotAllowed',
  'addressBlocked',
  'dnsFailed',
  'tlsFailed',
]);

export function beforeSending({ kind, message }: OutboundFault): OutboundFault {
  return new OutboundFault(kind, message, false);
}

export function toFault(error: unknown, kind: OutboundFaultKind, what: string): OutboundFault {
  if (error instanceof OutboundFault) return error;
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'no code';
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return new OutboundFault('tooLarge', 'the headers of the response are too large');
  return new OutboundFault(kind, `${what} (${code})`);
}

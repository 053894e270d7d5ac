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

/** Why there is no answer. The message holds nothing of headers or bodies, and no cause that might. */
export class OutboundFault extends Error {
  readonly kind: OutboundFaultKind;
  /** Whether a byte of the request may have left; only where that is ruled out was there certainly no effect. */
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

/** The same fault, met while there was no connection yet. */
export function beforeSending({ kind, message }: OutboundFault): OutboundFault {
  return new OutboundFault(kind, message, false);
}

/** What a socket, a resolver or the HTTP parser threw, as a fault of the step at hand; faults stay what they are. */
export function toFault(error: unknown, kind: OutboundFaultKind, what: string): OutboundFault {
  if (error instanceof OutboundFault) return error;
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'no code';
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return new OutboundFault('tooLarge', 'the headers of the answer are too large');
  return new OutboundFault(kind, `${what} (${code})`);
}

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

  constructor(kind: OutboundFaultKind, message: string) {
    super(message);
    this.name = 'OutboundFault';
    this.kind = kind;
  }
}

/** What a socket, a resolver or the HTTP parser threw, as a fault of the step at hand; faults stay what they are. */
export function toFault(error: unknown, kind: OutboundFaultKind, what: string): OutboundFault {
  if (error instanceof OutboundFault) return error;
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'no code';
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return new OutboundFault('tooLarge', 'the headers of the answer are too large');
  return new OutboundFault(kind, `${what} (${code})`);
}

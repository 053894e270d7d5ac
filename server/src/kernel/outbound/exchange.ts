import { Readable } from 'node:stream';
import type { Agent, Dispatcher } from 'undici';
import { OutboundFault, toFault } from './fault.ts';
import type { OutboundRequest, OutboundResponse } from './request.ts';

/** Never retries: a server that closed the connection may have acted on the request. */
export function exchange(agent: Agent, url: URL, request: OutboundRequest): Promise<OutboundResponse> {
  return new Promise((resolve, reject) => {
    const body =
      request.body === undefined || request.body instanceof Uint8Array ? request.body : Readable.from(request.body);
    const handler = new Exchange({ url, request, body }, { resolve, reject });
    agent.dispatch({ ...toDispatch(url, request), body: body ?? null }, handler);
  });
}

function toDispatch(url: URL, { method, headers = {} }: OutboundRequest): Dispatcher.DispatchOptions {
  const sent = Object.create(null) as Record<string, string>;
  sent['accept-encoding'] = 'identity';
  for (const [name, value] of Object.entries(headers)) {
    const key = name.toLowerCase();
    // Another Host header could reach a different site on the same server.
    if (key !== 'host') sent[key] = value;
  }
  return { origin: url.origin, path: `${url.pathname}${url.search}`, method, headers: sent };
}

type Sent = { url: URL; request: OutboundRequest; body: Uint8Array | Readable | undefined };
type Settle = { resolve(response: OutboundResponse): void; reject(error: unknown): void };
type Controller = Dispatcher.DispatchController;

/** Implements what undici calls. Its own streams and their iterators take longer than a small request. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #sent: Sent;
  readonly #settle: Settle;
  #head: Pick<OutboundResponse, 'status' | 'headers'> = { status: 0, headers: {} };
  #room: number;
  readonly #chunks: Buffer[] = [];
  /** What the request's `receive` reads. */
  #received: Readable | undefined;
  #controller: Controller | undefined;
  #hasEnded = false;

  constructor(sent: Sent, settle: Settle) {
    this.#sent = sent;
    this.#settle = settle;
    const { signal, responseBytesMax } = sent.request;
    this.#room = responseBytesMax;
    // undici cannot abort a request that has no connection yet.
    if (signal?.aborted === true) this.#fail(signal.reason);
    signal?.addEventListener('abort', () => this.#fail(signal.reason), { once: true });
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#hasEnded) controller.abort(new OutboundFault('aborted', 'the request was aborted'));
  }

  onResponseStart(controller: Controller, status: number, headers: Headers): void {
    if (status < 200 || this.#hasEnded) return;
    this.#head = { status, headers: toHeaders(headers) };
    const { method, overlong, responseBytesMax, receive } = this.#sent.request;
    const announced = Number(this.#head.headers['content-length'] ?? 0);
    if (overlong === 'fail' && method !== 'HEAD' && announced > responseBytesMax)
      this.#fail(tooLarge(responseBytesMax));
    else if (receive !== undefined && status === 200) this.#pass(receive, controller);
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    if (this.#hasEnded) return;
    const { overlong, responseBytesMax } = this.#sent.request;
    const isOver = chunk.length > this.#room;
    if (isOver && (overlong === 'fail' || this.#received !== undefined)) return this.#fail(tooLarge(responseBytesMax));
    if (this.#received === undefined) this.#chunks.push(isOver ? chunk.subarray(0, this.#room) : chunk);
    else if (!this.#received.push(chunk)) controller.pause();
    this.#room -= chunk.length;
    if (isOver) this.#end({ isCut: true });
  }

  onResponseEnd(): void {
    if (!this.#hasEnded) this.#end({ isCut: false });
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.#fail(isMisuse(error) ? error : toFault(error, 'connectionFailed', 'the connection failed'));
  }

  /** The receiver's own errors pass unchanged. */
  #pass(receive: NonNullable<OutboundRequest['receive']>, controller: Controller): void {
    const received = new Readable({
      read: () => controller.resume(),
      destroy: (error, callback) => {
        this.#fail(new OutboundFault('aborted', 'the response was not read to its end'));
        callback(error);
      },
    });
    received.on('error', () => undefined);
    this.#received = received;
    const { resolve, reject } = this.#settle;
    void receive(received)
      .then(() => resolve(this.#response({ isCut: false })), reject)
      .finally(() => received.destroy());
  }

  #end({ isCut }: { isCut: boolean }): void {
    this.#hasEnded = true;
    if (isCut) this.#controller?.abort(new OutboundFault('aborted', 'the rest of the response is not needed'));
    if (this.#received === undefined) this.#settle.resolve(this.#response({ isCut }));
    else this.#received.push(null);
  }

  #fail(error: unknown): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const { body } = this.#sent;
    if (body instanceof Readable) body.destroy();
    this.#controller?.abort(error as Error);
    if (this.#received === undefined) this.#settle.reject(error);
    else this.#received.destroy(error as Error);
  }

  #response({ isCut }: { isCut: boolean }): OutboundResponse {
    return { ...this.#head, body: Buffer.concat(this.#chunks), isCut, url: this.#sent.url.href };
  }
}

type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

function toHeaders(headers: Headers): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const [name, value = ''] of Object.entries(headers))
    joined[name] = typeof value === 'string' ? value : value.join(', ');
  return joined;
}

function tooLarge(bytesMax: number): OutboundFault {
  return new OutboundFault('tooLarge', `the response is larger than ${bytesMax} bytes`);
}

function isMisuse(error: Error): boolean {
  return 'code' in error && error.code === 'UND_ERR_INVALID_ARG';
}

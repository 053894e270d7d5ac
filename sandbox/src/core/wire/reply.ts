export type Reply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
};

export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

export function bytes(type: string, body: Uint8Array): Reply {
  return { status: 200, headers: { 'content-type': type }, body };
}

export function redirect(location: string): Reply {
  return { status: 302, headers: { location }, body: '' };
}

/** Thrown anywhere below a route; rolls the transaction back. */
export class Refusal extends Error {
  readonly reply: Reply;
  constructor(reply: Reply) {
    super(`refused with ${reply.status}`);
    this.reply = reply;
  }
}

/** For platforms that add headers to every reply. */
export async function catchRefusal(work: () => Reply | Promise<Reply>): Promise<Reply> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return error.reply;
    throw error;
  }
}

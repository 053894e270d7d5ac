import type { Call, Route } from '../../core/platform.ts';
import {
  checkParameters,
  isRecord,
  readParameters,
  type ParameterFault,
  type Parameters,
  type Shape,
} from '../../core/wire/parameters.ts';
import { json, Refusal, type Reply } from '../../core/wire/reply.ts';
import { refuseRequest } from './errors.ts';
import { xrpcHosts } from './hosts.ts';
import { spend, withRate, type Cost } from './rates.ts';
import { requireCaller, type Caller, type TokenKind } from './sessions.ts';

type Definition<S extends Shape, A extends TokenKind | 'none'> = {
  /** Its last part becomes the operation. */
  readonly nsid: string;
  readonly kind: 'query' | 'procedure';
  readonly auth: A;
  /** In the query, or in a procedure's JSON body; without any, a procedure has no body. */
  readonly parameters: S;
  readonly host?: string;
  cost?(call: Call, caller: CallerOf<A>, values: Parameters<S>): Cost;
  handle(call: Call, caller: CallerOf<A>, values: Parameters<S>): unknown;
};
type CallerOf<A> = A extends TokenKind ? Caller : undefined;

export function xrpc<S extends Shape, A extends TokenKind | 'none'>(definition: Definition<S, A>): Route {
  const { nsid, kind, auth, parameters } = definition;
  return {
    host: definition.host ?? xrpcHosts,
    methods: [kind === 'query' ? 'GET' : 'POST'],
    path: `/xrpc/${nsid}`,
    operation: nsid.split('.').at(-1) ?? nsid,
    handle: (call) =>
      respondTo(call, async (remember) => {
        // TypeScript cannot narrow the conditional type by `auth`.
        const caller = (auth === 'none' ? undefined : requireCaller(call, auth)) as CallerOf<A>;
        const values = kind === 'query' ? readQuery(call, parameters) : readInput(call, parameters);
        const cost = definition.cost?.(call, caller, values);
        if (cost !== undefined) spend(call, remember(cost));
        const result = await definition.handle(call, caller, values);
        return result === undefined ? { status: 200, headers: {}, body: '' } : json(200, result);
      }),
  };
}

/** Errors have rate limit headers too. */
export async function respondTo(call: Call, work: (remember: (cost: Cost) => Cost) => Promise<Reply>): Promise<Reply> {
  let spent: Cost | undefined;
  try {
    const reply = await work((cost) => (spent = cost));
    return withRate(call, reply, spent);
  } catch (error) {
    if (error instanceof Refusal) return withRate(call, error.reply, spent);
    throw error;
  }
}

export function readQuery<S extends Shape>({ request }: Call, shape: S): Parameters<S> {
  if (request.body.kind !== 'none') refuseRequest('A request body was provided when none was expected');
  const reading = readParameters(request, shape);
  return reading.ok ? reading.values : refuseFault('Params', reading.fault);
}

function readInput<S extends Shape>({ request }: Call, shape: S): Parameters<S> {
  const { body, query } = request;
  if (query.size > 0) refuseFault('Params', { kind: 'unknown', name: [...query.keys()].join() });
  const isEmpty = Object.keys(shape).length === 0;
  if (isEmpty && body.kind !== 'none') refuseRequest('A request body was provided when none was expected');
  if (!isEmpty && body.kind === 'none') refuseRequest('A request body is expected but none was provided');
  if (!isEmpty && body.kind !== 'json') {
    refuseRequest(`Wrong request encoding (Content-Type): ${request.headers['content-type'] ?? ''}`);
  }
  const value = body.kind === 'json' ? body.value : {};
  if (!isRecord(value)) refuseRequest('Input must be an object');
  const reading = checkParameters(value, shape);
  return reading.ok ? reading.values : refuseFault('Input', reading.fault);
}

function refuseFault(where: string, { kind, name }: ParameterFault): never {
  if (kind === 'missing') refuseRequest(`${where} must have the property "${name}"`);
  if (kind === 'unknown') refuseRequest(`${where} has the unknown property "${name}"`);
  refuseRequest(`${where}/${name} has the wrong type`);
}

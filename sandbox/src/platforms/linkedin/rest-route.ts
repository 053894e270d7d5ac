import type { Call, Method, Route } from '../../core/platform.ts';
import { checkParameters, isRecord, variableQuery, type Parameters, type Shape } from '../../core/wire/parameters.ts';
import type { Reply } from '../../core/wire/reply.ts';
import { refuse, refuseQuery } from './errors.ts';
import { protocolVersion, versions } from './limits.ts';
import { authority, type AccessToken } from './oauth.ts';
import type { Person } from './persons.ts';
import { tokenErrors } from './token-errors.ts';

export const apiHost = 'api.linkedin.com';

export type Caller = { readonly person: Person; readonly token: AccessToken };

type Definition<S extends Shape> = {
  readonly method: Method;
  readonly path: string;
  readonly operation: string;
  readonly scope: string;
  readonly resource: string;
  /** If present, `X-RestLi-Method` must have this value. */
  readonly restMethod?: string;
  readonly query: S;
  handle(call: Call, caller: Caller, query: Parameters<S>): Reply | Promise<Reply>;
};

export function restRoute<S extends Shape>(definition: Definition<S>): Route {
  return {
    host: apiHost,
    methods: [definition.method],
    path: `/rest${definition.path}`,
    operation: definition.operation,
    handle: (call) => {
      const caller = authority.requireCaller(call);
      checkHeaders(call, definition.restMethod);
      checkPath(call);
      if (!caller.token.scopes.includes(definition.scope)) refuse(tokenErrors.permission(definition.resource));
      return definition.handle(call, caller, readQuery(call, definition.query));
    },
  };
}

function checkHeaders({ request }: Call, restMethod: string | undefined): void {
  const version = request.headers['linkedin-version'];
  if (typeof version !== 'string') {
    refuse({
      status: 400,
      code: 'VERSION_MISSING',
      message: 'A version must be present. Please specify a version by adding the LinkedIn-Version header.',
    });
  }
  if (!/^\d{4}(0[1-9]|1[0-2])$/.test(version)) {
    refuse({
      status: 400,
      code: 'INVALID_VERSION',
      message: `Invalid version ${version}: it must be of the form YYYYMM`,
    });
  }
  if (!versions.includes(version)) {
    refuse({ status: 426, code: 'NONEXISTENT_VERSION', message: `Requested version ${version} is not active` });
  }
  const protocol = String(request.headers['x-restli-protocol-version'] ?? '1.0.0');
  if (protocol !== protocolVersion) {
    const message = `Rest.li protocol version ${protocol} used by the client is not supported!`;
    refuse({ status: 400, message });
  }
  const method = request.headers['x-restli-method'];
  if (method !== undefined && String(method).toUpperCase() !== restMethod) {
    refuse({ status: 400, message: `Invalid X-RestLi-Method ${String(method)}` });
  }
}

/** Unencoded colons and brackets are Rest.li syntax. */
function checkPath({ request }: Call): void {
  if (/[:(),]/.test(request.path)) {
    refuse({ status: 400, code: 'ILLEGAL_ARGUMENT', message: 'Syntax exception in path variables' });
  }
}

function readQuery<S extends Shape>(call: Call, shape: S): Parameters<S> {
  const names = [...call.request.query.keys()];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) refuseQuery(twice);
  const reading = checkParameters(variableQuery(call), shape, () => true);
  if (reading.ok) return reading.values;
  const { kind, name } = reading.fault;
  return refuseQuery(name, kind === 'unknown' ? 'QUERY_PARAM_NOT_ALLOWED' : 'PARAM_INVALID');
}

export function jsonBody({ request }: Call): Readonly<Record<string, unknown>> {
  const { body } = request;
  if (body.kind !== 'json' || !isRecord(body.value)) refuse({ status: 400, message: 'Cannot parse request entity' });
  return body.value;
}

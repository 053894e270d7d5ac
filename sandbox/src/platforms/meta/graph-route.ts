import type { Call, Method, Route } from '../../core/platform.ts';
import type { Parameters, Shape } from '../../core/wire/parameters.ts';
import { json } from '../../core/wire/reply.ts';
import { refuse, unknownPath } from './errors.ts';
import { readGraphParameters } from './parameters.ts';

type Host<Caller> = {
  readonly host: string;
  readonly versions: readonly string[];
  admit(call: Call, scope: string): Caller;
};

export type Definition<Caller, S extends Shape> = {
  readonly method: Method;
  readonly path: string;
  readonly operation: string;
  readonly scope: string;
  readonly parameters: S;
  handle(call: Call, caller: Caller, values: Parameters<S>): unknown;
};

export const graphRoutes =
  <Caller>({ host, versions, admit }: Host<Caller>) =>
  <S extends Shape>({ method, path, operation, scope, parameters, handle }: Definition<Caller, S>): Route => ({
    host,
    methods: [method],
    path: `/{version}${path}`,
    operation,
    handle: async (call) => {
      requireVersion(call, versions);
      const caller = admit(call, scope);
      return json(200, await handle(call, caller, readGraphParameters(call, parameters)));
    },
  });

export function requireVersion(call: Call, versions: readonly string[]): void {
  const { version = '' } = call.request.params;
  if (!versions.includes(version)) refuse(call, unknownPath(`/${version}`));
}

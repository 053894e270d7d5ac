import type { Call, Method, Route } from '../../core/platform.ts';
import { isRecord, readParameters, type Parameters, type Shape } from '../../core/wire/parameters.ts';
import type { Body } from '../../core/wire/read-body.ts';
import { json } from '../../core/wire/reply.ts';
import { requireToken } from './bot.ts';
import { refuse } from './errors.ts';
import { refuseParameter } from './parameter-errors.ts';

type Definition<S extends Shape> = {
  readonly name: string;
  readonly methods?: readonly Method[];
  readonly parameters: S;
  handle(call: Call, values: Parameters<S>): unknown;
};

export function method<S extends Shape>({ name, methods = ['POST'], parameters, handle }: Definition<S>): Route {
  return {
    host: 'api.telegram.org',
    methods,
    path: `/bot{token}/${name}`,
    operation: name,
    handle: async (call) => {
      requireToken(call);
      const { request } = call;
      checkBody(request.body);
      const reading = readParameters(withoutAttachments(request, parameters), parameters);
      const values = reading.ok ? reading.values : refuseParameter(reading.fault);
      return json(200, { ok: true, result: await handle(call, values) });
    },
  };
}

function checkBody(body: Body): void {
  const isObject = body.kind === 'json' ? isRecord(body.value) : body.kind !== 'bytes';
  if (!isObject) refuse(400, "Bad Request: can't parse the request body");
}

/** Files under other names are allowed if a parameter refers to them with `attach://`. */
function withoutAttachments(request: Call['request'], parameters: Shape): Call['request'] {
  if (request.body.kind !== 'multipart') return request;
  const text = [...request.body.fields.values()].join('\n');
  const files = request.body.files.filter(
    ({ field }) => Object.hasOwn(parameters, field) || !text.includes(`attach://${field}`),
  );
  return { ...request, body: { ...request.body, files } };
}

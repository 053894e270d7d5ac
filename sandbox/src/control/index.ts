import type { FastifyRequest } from 'fastify';
import type { Control } from '../core/sandbox.ts';
import { isFromHere } from '../core/wire/from-here.ts';
import { readBody } from '../core/wire/read-body.ts';
import { json } from '../core/wire/reply.ts';
import { endpoints } from './endpoints.ts';
import { ControlError, type ControlRequest } from './control-request.ts';

const bodyBytesMax = 1024 * 1024;

export const control: Control = async (context, request, path) => {
  if (context.options.isProduction) return json(404, { error: 'The control API is off in production' });
  if (!isFromHere(request) || isFromAnotherSite(request))
    return json(403, { error: 'The control API accepts requests from this machine only' });
  const atPath = endpoints.filter((endpoint) => endpoint.path === path);
  const endpoint = atPath.find((each) => each.method === request.method);
  if (endpoint === undefined) {
    return json(atPath.length > 0 ? 405 : 404, {
      error: `The endpoint ${request.method} control/${path} does not exist`,
    });
  }
  try {
    return endpoint.handle(context, await read(request));
  } catch (error) {
    if (error instanceof ControlError) return json(400, { error: error.message });
    throw error;
  }
};

/** A browser on this machine may run a foreign page, whose requests name its site. `none`: a person typed the URL. */
function isFromAnotherSite({ headers }: FastifyRequest): boolean {
  return !['same-origin', 'none', undefined].includes(headers['sec-fetch-site']);
}

async function read(request: FastifyRequest): Promise<ControlRequest> {
  const query = new URL(request.raw.url ?? '/', 'http://sandbox').searchParams;
  const body = await readBody(request, { bytesMax: bodyBytesMax });
  if (body.kind === 'none') return { query, body: {} };
  if (body.kind !== 'json') throw new ControlError('The body must be JSON');
  return { query, body: body.value };
}

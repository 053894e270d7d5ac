import type { Call } from '../platform.ts';
import { checkParameters, rawParameters, type ParameterFault, type Shape } from '../wire/parameters.ts';
import { Refusal, type Reply } from '../wire/reply.ts';
import type { OAuthApp } from './table.ts';

export type TokenFields = ReadonlyMap<string, string>;

export type TokenForm = ClientForm | ((call: Call) => TokenFields);

export type ClientForm = {
  readonly parameters: Shape;
  /** `basic`: in the Authorization header. `form`: as fields, by default `client_id` and `client_secret`. */
  readonly clientAuthentication: 'basic' | 'form';
  readonly clientParameter?: string;
  readonly checksClientFirst?: true;
  readonly acceptsMultipart?: true;
  readonly errors: {
    notForm(call: Call): Reply;
    parameter(call: Call, fault: ParameterFault): Reply;
    client(call: Call, wrong: 'id' | 'secret'): Reply;
  };
};

export function readTokenFields(call: Call, form: TokenForm, app: OAuthApp): TokenFields {
  if (typeof form === 'function') return form(call);
  if (form.checksClientFirst === true) checkClient(call, form, app, new Map());
  const fields = readFields(call, form);
  checkClient(call, form, app, fields);
  return fields;
}

function readFields(call: Call, { parameters, acceptsMultipart, errors }: ClientForm): TokenFields {
  const { body, query } = call.request;
  const isForm = body.kind === 'form' || (acceptsMultipart === true && body.kind === 'multipart');
  if (!isForm || query.size > 0) throw new Refusal(errors.notForm(call));
  const fields = new Map(body.fields);
  const reading = checkParameters(rawParameters(call.request), parameters, () => true);
  if (!reading.ok) throw new Refusal(errors.parameter(call, reading.fault));
  return fields;
}

function checkClient(call: Call, form: ClientForm, app: OAuthApp, fields: TokenFields): void {
  const { clientAuthentication, clientParameter = 'client_id', errors } = form;
  const isBasic = clientAuthentication === 'basic';
  const id = fields.get(clientParameter);
  if (id !== app.clientId && (id !== undefined || !isBasic)) throw new Refusal(errors.client(call, 'id'));
  const isRight = isBasic ? hasBasicCredentials(call, app) : fields.get('client_secret') === app.clientSecret;
  if (!isRight) throw new Refusal(errors.client(call, 'secret'));
}

function hasBasicCredentials({ request }: Call, { clientId, clientSecret }: OAuthApp): boolean {
  const credentials = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  return Buffer.from(credentials, 'base64').toString('utf8') === `${clientId}:${clientSecret}`;
}

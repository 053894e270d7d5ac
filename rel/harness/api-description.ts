export type Schema = {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: string[];
  items?: Schema;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  maxProperties?: number;
  uniqueItems?: boolean;
  pattern?: string;
  format?: string;
};

export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema };
type Content = Record<string, { schema?: Schema; example?: unknown }>;

export type Operation = {
  id: string;
  method: string;
  /** As in OpenAPI: `/v1/profiles/{profileId}`. */
  path: string;
  parameters: readonly Parameter[];
  /** By content type; empty without a body. */
  body: Content;
  isBodyRequired: boolean;
  /** By status, then by content type. */
  responses: Record<string, { content?: Content }>;
  /** False for URLs that contain their own secret. */
  needsKey: boolean;
};

export type ApiDescription = {
  operations: readonly Operation[];
  resolve(schema: Schema): Schema;
  schemas: Record<string, Schema>;
};

type Document = {
  paths: Record<string, Record<string, OperationObject>>;
  components: { schemas: Record<string, Schema> };
};
type OperationObject = {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Operation['responses'];
  security?: unknown[];
};

/** Leaves out the endpoints that only the suites have. */
export async function readApiDescription(baseUrl: string): Promise<ApiDescription> {
  const response = await fetch(`${baseUrl}/v1/openapi.json`);
  const { paths, components } = (await response.json()) as Document;
  const operations = Object.entries(paths)
    .filter(([path]) => !path.startsWith('/v1/suite/'))
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, one]) => toOperation(path, method, one)));
  return { operations, schemas: components.schemas, resolve: (schema) => resolveIn(components.schemas, schema) };
}

function toOperation(path: string, method: string, one: OperationObject): Operation {
  return {
    id: one.operationId,
    method: method.toUpperCase(),
    path,
    parameters: one.parameters ?? [],
    body: one.requestBody?.content ?? {},
    isBodyRequired: one.requestBody?.required ?? false,
    responses: one.responses,
    needsKey: one.security?.length !== 0,
  };
}

function resolveIn(schemas: Record<string, Schema>, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const target = schemas[schema.$ref.split('/').at(-1) ?? ''];
  if (target === undefined) throw new Error(`${schema.$ref} is not in the description`);
  return resolveIn(schemas, target);
}

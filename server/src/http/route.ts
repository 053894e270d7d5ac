import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TObject, TSchema } from 'typebox';
import type { Ctx, SystemCtx } from '../domain/context.ts';
import type { hourlyCaps } from '../domain/plans/limits.ts';
import type { ErrorCode } from '../kernel/errors.ts';
import type { ErrorStatuses } from './response/error-table.ts';
import type { Service } from './service.ts';

/** `write-all`: a read-write key with access to all profiles. */
export type Access = 'none' | 'read' | 'write' | 'write-all';

type Common = {
  path: string;
  /** Completes "Failed to …"; also the operation in OpenAPI. */
  operation: string;
  /** Where `operation` makes no good method name. */
  operationId?: string;
  tag: string;
  description?: string;
  params?: Readonly<Record<string, string>>;
  /** For platforms and operators, not part of the published API. */
  isInternal?: boolean;
};

export type JsonRoute = Common & {
  kind: 'json';
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  access: Exclude<Access, 'none'>;
  limit?: keyof typeof hourlyCaps;
  isShedFirst?: boolean;
  unknownKeys: 'ignore' | 'reject';
  query?: TObject;
  body?: TObject;
  isBodyOptional?: boolean;
  /** Added to the request's time limit. */
  waitMsMax?: number;
  /** Default: 1 MiB. */
  bodyBytesMax?: number;
  /** The operation validates `rawBody` itself. */
  isBodyCheckedLater?: boolean;
  success: 200 | 201 | 202;
  response: TSchema;
  headers?: Readonly<Record<string, string>>;
  /** Returned as `Alternative`. */
  alternative?: { status: 200 | 202; response: TSchema; description: string };
  /** Runs before validation: a repeated request gets its first response whatever its body is. */
  replay?(ctx: Ctx, headers: Headers): Promise<Alternative | undefined>;
  /** In addition to those that follow from access, body and load. */
  errors: readonly ErrorCode[];
  errorStatuses?: ErrorStatuses;
  handle(ctx: Ctx, input: Input): Promise<unknown>;
};

export type RawRoute = Common & {
  kind: 'raw';
  method: 'GET';
  access: 'none';
  contentType: string;
  statuses: Readonly<Record<number, string>>;
  serve(service: Service, request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
};

/** Protected by a secret in its URL instead of a key. */
export type PageRoute = Common & {
  kind: 'page';
  method: 'GET' | 'POST';
  access: 'none';
  statuses: Readonly<Record<number, string>>;
  handle(ctx: SystemCtx, input: PageInput): Promise<PageResponse>;
};

type Texts = Readonly<Record<string, string>>;
type PageInput = { params: Texts; query: Texts; form: Texts };
export type PageResponse = { status: 200 | 400; html: string } | { redirect: string };

type StreamInput = {
  params: Texts;
  query: unknown;
  contentType: string | undefined;
  headers: FastifyRequest['headers'];
  /** Fails when the client is too slow. */
  body: Readable;
};
type StreamResponse = {
  status: number;
  headers?: Readonly<Record<string, string | number>>;
  body?: object | AsyncIterable<Uint8Array>;
};

type StreamCommon = Common & {
  kind: 'stream';
  isShedFirst?: boolean;
  query?: TObject;
  headers?: Readonly<Record<string, string>>;
  accepts?: Readonly<Record<string, object>>;
  statuses: Readonly<Record<number, string>>;
  response?: TSchema;
  /** For bodies that are not JSON. */
  example?: string;
  errors: readonly ErrorCode[];
  contentType: string;
};

export type StreamRoute = StreamCommon &
  (
    | {
        method: 'GET' | 'PUT' | 'POST';
        access: 'none';
        handle(ctx: SystemCtx, input: StreamInput): Promise<StreamResponse>;
      }
    | { method: 'POST'; access: 'write'; handle(ctx: Ctx, input: StreamInput): Promise<StreamResponse> }
    | { method: 'GET'; access: 'read'; handle(ctx: Ctx, input: StreamInput): Promise<StreamResponse> }
  );

export type Route = JsonRoute | RawRoute | PageRoute | StreamRoute;

type Json = Record<string, unknown>;

type Headers = Readonly<Record<string, string | string[] | undefined>>;

export class Alternative<Body = unknown> {
  readonly body: Body;

  constructor(body: Body) {
    this.body = body;
  }
}

export class WithHeaders<Body = unknown> {
  readonly body: Body;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: Body, headers: Readonly<Record<string, string>>) {
    this.body = body;
    this.headers = headers;
  }
}

type Input = {
  params: Readonly<Record<string, string>>;
  query: unknown;
  body: unknown;
  rawBody: Json;
  headers: Headers;
  closed(): AbortSignal;
};

type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [Key in Name]: string } & PathParams<Rest>
  : unknown;

type Shapes = { path: string; query: TObject; body: TObject; response: TSchema };

type Typed<Own extends Shapes> = Omit<JsonRoute, 'kind' | 'path' | 'query' | 'body' | 'response' | 'handle'> & {
  path: Own['path'];
  query?: Own['query'];
  body?: Own['body'];
  response: Own['response'];
  handle(
    ctx: Ctx,
    input: {
      params: PathParams<Own['path']>;
      query: Static<Own['query']>;
      body: Static<Own['body']>;
      rawBody: Json;
      headers: Headers;
      closed(): AbortSignal;
    },
  ): Promise<Static<Own['response']> | WithHeaders<Static<Own['response']>> | Alternative>;
};

export function jsonRoute<
  const Path extends string,
  Query extends TObject,
  Body extends TObject,
  Response extends TSchema,
>(route: Typed<{ path: Path; query: Query; body: Body; response: Response }>): JsonRoute {
  return { kind: 'json', ...route } as unknown as JsonRoute;
}

export function rawRoute(route: Omit<RawRoute, 'kind' | 'access' | 'method'>): RawRoute {
  return { kind: 'raw', access: 'none', method: 'GET', ...route };
}

export function pageRoute(route: Omit<PageRoute, 'kind' | 'access'>): PageRoute {
  return { kind: 'page', access: 'none', ...route };
}

export function pathParamNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
}

export function fastifyPath(route: Route): string {
  return route.path.replaceAll(/\{(\w+)\}/g, ':$1');
}

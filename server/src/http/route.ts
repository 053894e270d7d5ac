import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TObject, TSchema } from 'typebox';
import type { Ctx } from '../domain/context.ts';
import type { hourlyCaps } from '../domain/plans/limits.ts';
import type { ErrorCode } from '../kernel/errors.ts';
import type { ErrorStatuses } from './response/error-response.ts';
import type { Service } from './service.ts';

/** `read` any key, `write` a read-write key, `write-all` a read-write key with access to all profiles. */
export type Access = 'none' | 'read' | 'write' | 'write-all';

type Common = {
  /** As in OpenAPI: `/v1/profiles/{profileId}`. */
  path: string;
  /** Completes "Failed to …" and names the operation in the interface description. */
  operation: string;
  /** Where the words of the operation do not make a good name for a method. */
  operationId?: string;
  tag: string;
  description?: string;
};

/** An endpoint: data, from which checks, documentation and generic tests follow, plus one function. */
export type JsonRoute = Common & {
  kind: 'json';
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  access: Exclude<Access, 'none'>;
  /** The hourly cap the operation takes from. */
  limit?: keyof typeof hourlyCaps;
  /** Answers 503 first when the process is overloaded: lists and bulk work. */
  isShedFirst?: boolean;
  unknownKeys: 'ignore' | 'reject';
  query?: TObject;
  body?: TObject;
  /** Nothing at all is as good as an empty object. */
  isBodyOptional?: boolean;
  /** The operation itself says what is wrong with it, from `rawBody`. */
  isBodyCheckedLater?: boolean;
  success: 200 | 201 | 202;
  response: TSchema;
  /** Headers that it reads, and what they are for. */
  headers?: Readonly<Record<string, string>>;
  /** Another good end, answered with an `Alternative`. */
  alternative?: { status: 200; response: TSchema; description: string };
  /** Asked once the body is there and before its shape is looked at: what was done before need not be asked for well. */
  replay?(ctx: Ctx, headers: Headers): Promise<Alternative | undefined>;
  /** The codes of its own; what access, body and load imply is added by itself. */
  errors: readonly ErrorCode[];
  /** Statuses of codes that differ on this endpoint. */
  errorStatuses?: ErrorStatuses;
  handle(ctx: Ctx, input: Input): Promise<unknown>;
};

/** An endpoint outside the JSON rules: health, metrics, documents. */
export type RawRoute = Common & {
  kind: 'raw';
  method: 'GET';
  access: 'none';
  contentType: string;
  statuses: Readonly<Record<number, string>>;
  serve(service: Service, request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
};

/** A page for people: HTML, or a way on. Protected by what its address holds, never by a key. */
export type PageRoute = Common & {
  kind: 'page';
  method: 'GET' | 'POST';
  access: 'none';
  statuses: Readonly<Record<number, string>>;
  handle(ctx: Omit<Ctx, 'caller'>, input: PageInput): Promise<PageAnswer>;
};

type Texts = Readonly<Record<string, string>>;
type PageInput = { params: Texts; query: Texts; form: Texts };
export type PageAnswer = { status: 200 | 400; html: string } | { redirect: string };

type StreamInput = {
  params: Texts;
  /** As its schema describes it. */
  query: unknown;
  contentType: string | undefined;
  headers: FastifyRequest['headers'];
  /** At a pace, or it ends with a fault. */
  body: Readable;
};
type StreamAnswer = {
  status: number;
  headers?: Readonly<Record<string, string | number>>;
  /** JSON, or bytes as they come. */
  body?: object | AsyncIterable<Uint8Array>;
};

type StreamCommon = Common & {
  kind: 'stream';
  isShedFirst?: boolean;
  query?: TObject;
  /** Headers that it reads, and what they are for. */
  headers?: Readonly<Record<string, string>>;
  /** What the body may be, by content type. */
  accepts?: Readonly<Record<string, object>>;
  statuses: Readonly<Record<number, string>>;
  /** The shape of its good answers, where they are JSON. */
  response?: TSchema;
  errors: readonly ErrorCode[];
  contentType: string;
};

/** An endpoint whose bytes are not held in memory: uploads and files. */
export type StreamRoute = StreamCommon &
  (
    | {
        method: 'GET' | 'PUT';
        access: 'none';
        handle(ctx: Omit<Ctx, 'caller'>, input: StreamInput): Promise<StreamAnswer>;
      }
    | { method: 'POST'; access: 'write'; handle(ctx: Ctx, input: StreamInput): Promise<StreamAnswer> }
    | { method: 'GET'; access: 'read'; handle(ctx: Ctx, input: StreamInput): Promise<StreamAnswer> }
  );

export type Route = JsonRoute | RawRoute | PageRoute | StreamRoute;

type Json = Record<string, unknown>;

/** Names in lower case. */
type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** A body with the status of the route's `alternative`. */
export class Alternative<Body = unknown> {
  readonly body: Body;

  constructor(body: Body) {
    this.body = body;
  }
}

type Input = {
  params: Readonly<Record<string, string>>;
  query: unknown;
  body: unknown;
  rawBody: Json;
  headers: Headers;
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
    },
  ): Promise<Static<Own['response']> | Alternative>;
};

/** Types `handle` by the route's own path and schemas; the server checks every input against them before the call. */
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

import type { RawResponse } from '../../harness/network/raw-http.ts';

export type Expected =
  | { status: 200; shape: 'upload'; filename?: string; size?: number }
  | { status: 200; shape: 'empty' }
  | { status: 400; shape: 'validation'; about?: RegExp }
  | {
      status: 400 | 401 | 403 | 404 | 405 | 408 | 410 | 413 | 415 | 417 | 431;
      shape: 'simple';
      error: string | RegExp;
    };

export const invalid = (about?: RegExp): Expected => ({
  status: 400,
  shape: 'validation',
  ...(about === undefined ? {} : { about }),
});
export const simple = (status: Extract<Expected, { shape: 'simple' }>['status'], error: string | RegExp): Expected => ({
  status,
  shape: 'simple',
  error,
});
export const uploaded = (filename?: string, size?: number): Expected => ({
  ...{ status: 200, shape: 'upload' },
  ...(filename === undefined ? {} : { filename }),
  ...(size === undefined ? {} : { size }),
});
export const expiredUrl = simple(410, /expired or was already used/);
export const forbidden = simple(403, 'Forbidden');
export const malformed = simple(400, 'Malformed request');

export function differs(response: RawResponse, expected: Expected): string | undefined {
  const seen = `${response.status} ${response.text.slice(0, 200)}`;
  if (response.status !== expected.status) return `${expected.status} expected, got ${seen}`;
  if (expected.shape === 'empty') return response.text === '' ? undefined : `no body expected, got ${seen}`;
  const body = parse(response.text);
  return body !== undefined && hasShape(body, expected) ? undefined : `another body: ${seen}`;
}

type Body = Record<string, unknown>;

function parse(text: string): Body | undefined {
  try {
    return JSON.parse(text) as Body;
  } catch {
    return undefined;
  }
}

function hasShape(body: Body, expected: Exclude<Expected, { shape: 'empty' }>): boolean {
  const keys = Object.keys(body).sort().join();
  const matches = (text: unknown, pattern: string | RegExp): boolean =>
    typeof text === 'string' && (typeof pattern === 'string' ? text === pattern : pattern.test(text));
  switch (expected.shape) {
    case 'upload':
      return (
        keys === 'contentType,filename,size,url' &&
        body['filename'] === (expected.filename ?? body['filename']) &&
        body['size'] === (expected.size ?? body['size'])
      );
    case 'validation':
      return (
        keys === 'code,error,param,type' &&
        body['code'] === 'validation' &&
        matches(body['error'], expected.about ?? /./)
      );
    case 'simple':
      return keys === 'error' && matches(body['error'], expected.error);
  }
}

export function keyOf({ status, text }: RawResponse): string[] {
  const url = status === 200 ? parse(text)?.['url'] : undefined;
  return typeof url === 'string' ? [new URL(url).pathname.slice('/media/'.length)] : [];
}

import { html, htmlDocument, type Html } from '@herald/pages';
import type { Reply } from '../wire/reply.ts';

type PageOptions = {
  readonly title: string;
  readonly status?: number;
  readonly formTargets?: readonly string[];
  readonly style?: string;
  readonly isWide?: boolean;
  readonly isLive?: boolean;
  /** Browsers then send the page's origin with its forms. */
  readonly sendsOrigin?: boolean;
};

const notice = 'Sandbox — nothing here reaches the real platform';

/** Browsers apply `form-action` to redirects too, hence `formTargets`. */
export function page(options: PageOptions, content: Html): Reply {
  const { title, style: ownStyle = '', isWide = false } = options;
  const forms = ["'self'", ...(options.formTargets ?? [])].join(' ');
  const scripts = options.isLive === true ? "script-src 'self'; connect-src 'self'; " : '';
  const policy = `default-src 'none'; ${scripts}style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; form-action ${forms}; frame-ancestors 'none'; base-uri 'none'`;
  return {
    status: options.status ?? 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'referrer-policy': options.sendsOrigin === true ? 'same-origin' : 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
    body: htmlDocument({ title, brand: 'Herald sandbox', brandUrl: '/sandbox', notice, ownStyle, isWide }, content),
  };
}

export function errorPage(status: number, title: string, explanation: string): Reply {
  return page(
    { title, status },
    html`<h1>${title}</h1>
      <p>${explanation}</p>`,
  );
}

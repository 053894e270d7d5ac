type Allowed = {
  /** May load this server's scripts and call this server. */
  scripts?: boolean;
  /** Where forms may lead, including redirects; nowhere by default. */
  forms?: '*' | "'self'";
};

/** A page loads nothing from other sites, cannot be framed, and does not leak its URL. */
export function pageHeaders({ scripts = false, forms }: Allowed = {}): Record<string, string> {
  const policy = [
    "default-src 'none'",
    ...(scripts ? ["script-src 'self'", "connect-src 'self'"] : []),
    "style-src 'unsafe-inline'",
    'img-src data:',
    "frame-ancestors 'none'",
    "base-uri 'none'",
    `form-action ${forms ?? "'none'"}`,
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  };
}

/** `boundTo` is the column name that the encryption authenticates. */
export const sealedColumns = [
  { table: 'webhook_endpoints', column: 'secret_sealed', boundTo: 'secret', isList: false },
  { table: 'webhook_endpoints', column: 'staged_secret_sealed', boundTo: 'secret', isList: false },
  { table: 'webhook_endpoints', column: 'previous_secrets_sealed', boundTo: 'secret', isList: true },
  { table: 'webhook_endpoints', column: 'custom_headers_sealed', boundTo: 'custom_headers', isList: false },
  { table: 'accounts', column: 'tokens_sealed', boundTo: 'tokens', isList: false },
  { table: 'token_revocations', column: 'tokens_sealed', boundTo: 'tokens', isList: false },
  { table: 'connect_sessions', column: 'code_verifier_sealed', boundTo: 'code_verifier', isList: false },
] as const;

export type SealedColumn = (typeof sealedColumns)[number];

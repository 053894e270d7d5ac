-- Words of one account only: in an index of all words, the searches of one user would read the messages of all others.
CREATE FUNCTION herald_account_tokens(account_id text, tokens text[]) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT array_agg(account_id || ' ' || token) FROM unnest(tokens) AS token $$;
CREATE INDEX messages_account_tokens_idx ON messages USING gin (herald_account_tokens(account_id, tokens));
DROP INDEX messages_tokens_idx;

-- One of 1024 bits for each word. Different words may have the same bit, so a set bit only means that a look is worth it.
CREATE FUNCTION herald_token_bits(tokens text[]) RETURNS bit(1024)
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$
    SELECT coalesce(bit_or(set_bit(repeat('0', 1024)::bit(1024), position % 1024, 1)), repeat('0', 1024)::bit(1024))
      FROM unnest(tokens) AS token,
           LATERAL (SELECT get_byte(digest, 0) * 256 + get_byte(digest, 1) AS position
                      FROM sha256(convert_to(token, 'UTF8')) AS digest) AS hashed
  $$;

-- The bits of all messages of a conversation.
ALTER TABLE conversations ADD COLUMN token_bits bit(1024) NOT NULL DEFAULT repeat('0', 1024)::bit(1024);
-- Without statistics, PostgreSQL could read all messages for each conversation.
ANALYZE messages;
UPDATE conversations c
   SET token_bits = (SELECT bit_or(herald_token_bits(m.tokens)) FROM messages m
                      WHERE m.account_id = c.account_id AND m.conversation_id = c.id)
 WHERE EXISTS (SELECT 1 FROM messages m WHERE m.account_id = c.account_id AND m.conversation_id = c.id);

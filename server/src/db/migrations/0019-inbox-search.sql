-- What searches look for, as foldText and tokensOf of kernel/text/search-text.ts write it.
ALTER TABLE messages ADD COLUMN tokens text[] NOT NULL DEFAULT '{}';
CREATE INDEX messages_tokens_idx ON messages USING gin (tokens);

ALTER TABLE conversations ADD COLUMN folded_names text[] NOT NULL DEFAULT '{}';
-- Pairs of neighbouring characters of all names: they find names by any part of at least two characters.
ALTER TABLE conversations ADD COLUMN name_bigrams text[] NOT NULL DEFAULT '{}';
CREATE INDEX conversations_names_idx ON conversations USING gin (name_bigrams);

-- An account has one owner: without this, PostgreSQL expects far fewer rows and reads all of them instead of one page.
CREATE STATISTICS conversations_account_owner (dependencies) ON account_id, owner_id FROM conversations;

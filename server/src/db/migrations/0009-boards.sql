-- Places within an account, of networks that have them: where posts go that name none.
ALTER TABLE accounts
  ADD COLUMN has_boards boolean NOT NULL DEFAULT false,
  ADD COLUMN default_board_id text,
  ADD COLUMN default_board_name text,
  ADD CONSTRAINT accounts_board_check CHECK
    ((default_board_id IS NULL) = (default_board_name IS NULL) AND (has_boards OR default_board_id IS NULL));
ALTER TABLE accounts ALTER COLUMN has_boards DROP DEFAULT;

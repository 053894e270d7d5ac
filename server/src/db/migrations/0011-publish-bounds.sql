-- Bounds of publishing: how often a target is sent, until when Herald tries, and what it waits for meanwhile.
ALTER TABLE post_targets
  -- Irrevocable requests that may have had an effect.
  ADD COLUMN send_count integer NOT NULL DEFAULT 0,
  -- Set by the first claim; waits that a platform names move it.
  ADD COLUMN give_up_at timestamptz,
  -- Why a target waits, and the error code if it never gets any further.
  ADD COLUMN waiting json;

-- `accepted`: the platform has published the post and its id is stored; its link is still being read.
ALTER TABLE post_targets DROP CONSTRAINT post_targets_stage_check;
ALTER TABLE post_targets ADD CONSTRAINT post_targets_stage_check CHECK (
  (status = 'publishing') = (stage IS NOT NULL)
  AND stage IN ('claimed', 'preparing', 'sending', 'polling', 'reconciling', 'accepted'));
ALTER TABLE post_targets ADD CONSTRAINT post_targets_accepted_check CHECK (
  stage IS DISTINCT FROM 'accepted' OR platform_post_id IS NOT NULL);

-- The items of a thread are the whole thread now, its first one included: what was the text of the post becomes the first.
UPDATE post_targets t
   SET settings = (t.settings::jsonb || jsonb_build_object('threadItems',
         jsonb_build_array(jsonb_build_object(
           'content', coalesce(nullif(t.custom_content, ''), p.content), 'media', p.media::jsonb))
         || (t.settings::jsonb -> 'threadItems')))::json
  FROM posts p
 WHERE p.id = t.post_id AND t.status <> 'published' AND jsonb_typeof(t.settings::jsonb -> 'threadItems') = 'array'
   AND jsonb_array_length(t.settings::jsonb -> 'threadItems') > 0;

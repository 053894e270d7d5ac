import createClient from 'openapi-fetch';
import type { components, paths } from './schema.d.ts';

export async function tour(baseUrl: string, key: string, accountId: string) {
  const api = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });

  const profile = await api.POST('/v1/profiles', { body: { name: 'Generated client' } });
  const profiles = await api.GET('/v1/profiles');

  const file = new Blob(['%PDF-1.4\n%%EOF\n'], { type: 'application/pdf' });
  const upload = await api.POST('/v1/media/upload-direct', {
    body: { file: 'menu.pdf' },
    bodySerializer: ({ file: name }) => {
      const form = new FormData();
      form.append('file', file, name);
      return form;
    },
  });

  const draft: components['schemas']['CreatePost'] = {
    content: 'Written by a generated client',
    platforms: [{ platform: 'bluesky', accountId, settings: { languages: ['en'] } }],
    scheduledFor: new Date(Date.now() + 7 * 86_400_000).toISOString(),
  };
  const validation = await api.POST('/v1/posts/validate', { body: draft });
  const created = await api.POST('/v1/posts', { body: draft });
  const post = created.data !== undefined && 'post' in created.data ? created.data.post : undefined;
  const posts = await api.GET('/v1/posts', { params: { query: { platform: 'bluesky', status: 'scheduled' } } });

  const rows = 'post_content,platforms,profiles,schedule_time,tz,is_draft\nFrom a CSV file,bluesky,Default,,,true\n';
  const rowsUpload = await api.POST('/v1/posts/bulk-upload', {
    params: { query: { dryRun: true } },
    body: rows,
    headers: { 'Content-Type': 'text/csv' },
    bodySerializer: String,
  });
  const csv = await api.GET('/v1/posts/export.csv', { parseAs: 'text' });
  const missing = await api.GET('/v1/posts/{postId}', { params: { path: { postId: 'pst_unknown' } } });

  return {
    profile: profile.data?.profile.name,
    profiles: profiles.data?.profiles.map(({ name }) => name),
    upload: { contentType: upload.data?.contentType, size: upload.data?.size, error: upload.error },
    validation: validation.data,
    postId: post?._id,
    post: { status: post?.status, error: created.error },
    posts: posts.data?.posts.map(({ _id }) => _id),
    rows: { valid: rowsUpload.data?.valid, error: rowsUpload.error },
    csvHeader: csv.data?.split('\n')[0],
    missing: { status: missing.response.status, error: missing.error },
  };
}

type Target = NonNullable<components['schemas']['CreatePost']['platforms']>[number];
type Refused<Wrong> = Wrong extends Target ? false : true;

/** A wrong platform, a missing account and a setting of the wrong type must not fit the generated types. */
export const refused: [
  Refused<{ platform: 'myspace'; accountId: string }>,
  Refused<{ platform: 'bluesky' }>,
  Refused<{ platform: 'bluesky'; accountId: string; settings: { languages: string } }>,
] = [true, true, true];

import { apiRoute, jsonBody, readBody } from './api-route.ts';
import { scopes } from './limits.ts';
import { checkSpam } from './spam.ts';

export const queryCreatorInfo = apiRoute({
  method: 'POST',
  path: '/post/publish/creator_info/query/',
  operation: 'queryCreatorInfo',
  scopes: [scopes.publish],
  rate: 'creatorInfo',
  handle: (call, { person }) => {
    readBody(call, jsonBody(call), {});
    checkSpam(call, person, false);
    return {
      creator_avatar_url: `https://p16-sign.tiktokcdn.com/faces/${person.openId}.jpeg`,
      creator_username: person.username,
      creator_nickname: person.displayName,
      privacy_level_options: person.privacyLevels,
      comment_disabled: person.commentDisabled,
      duet_disabled: person.duetDisabled,
      stitch_disabled: person.stitchDisabled,
      max_video_post_duration_sec: person.maxVideoSeconds,
    };
  },
});

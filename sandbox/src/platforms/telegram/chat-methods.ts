import { followersOf } from '../../core/state/statistics.ts';
import { bot, botUser, personUser } from './bot.ts';
import { openChat, openOwnChat, wireChat, type Chat } from './chats.ts';
import { refuse } from './errors.ts';
import { chatPhoto } from './files.ts';
import { method } from './method.ts';

const reading = ['GET', 'POST'] as const;

export const getMe = method({
  name: 'getMe',
  methods: reading,
  parameters: {},
  handle: () => ({
    ...botUser,
    can_join_groups: true,
    can_read_all_group_messages: false,
    supports_inline_queries: false,
    can_connect_to_business: false,
    has_main_web_app: false,
  }),
});

export const getChat = method({
  name: 'getChat',
  methods: reading,
  parameters: { chat_id: 'id!' },
  handle: (call, { chat_id }) => {
    const chat = openChat(call.store, chat_id);
    return {
      ...wireChat(chat),
      ...(chat.username && { active_usernames: [chat.username] }),
      ...(chat.linkedChatId && { linked_chat_id: chat.linkedChatId }),
      photo: chatPhoto(chat),
      accent_color_id: 0,
      max_reaction_count: 11,
    };
  },
});

export const getChatMember = method({
  name: 'getChatMember',
  methods: reading,
  parameters: { chat_id: 'id!', user_id: 'integer!' },
  handle: (call, { chat_id, user_id }) => {
    const chat = openOwnChat(call.store, chat_id);
    if (user_id === personUser.id) return person(chat);
    if (user_id !== bot.id) refuse(400, 'Bad Request: user not found');
    return chat.botStatus === 'administrator' ? administrator(chat) : { user: botUser, status: chat.botStatus };
  },
});

export const getChatMemberCount = method({
  name: 'getChatMemberCount',
  methods: reading,
  parameters: { chat_id: 'id!' },
  handle: ({ store, clock }, { chat_id }) => {
    const { id, memberCount } = openOwnChat(store, chat_id);
    return followersOf(store, clock.now(), { platform: 'telegram', id: String(id), followersCount: memberCount });
  },
});

function person({ personStatus }: Chat) {
  const status = personStatus === 'anonymous' ? 'administrator' : personStatus;
  const isAnonymous = personStatus === 'anonymous';
  const details = {
    creator: { is_anonymous: false },
    administrator: { is_anonymous: isAnonymous, can_be_edited: false },
  };
  return { user: personUser, status, ...(status in details && details[status as keyof typeof details]) };
}

function administrator(chat: Chat) {
  return {
    user: botUser,
    status: 'administrator',
    can_be_edited: false,
    is_anonymous: false,
    can_manage_chat: true,
    can_delete_messages: chat.canDeleteMessages,
    can_manage_video_chats: false,
    can_restrict_members: false,
    can_promote_members: false,
    can_change_info: false,
    can_invite_users: true,
    can_post_stories: false,
    can_edit_stories: false,
    can_delete_stories: false,
    ...(chat.type === 'channel'
      ? { can_post_messages: chat.canPostMessages, can_edit_messages: true }
      : { can_pin_messages: false, can_manage_topics: false }),
  };
}

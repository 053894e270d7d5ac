import type { Route } from '../../core/platform.ts';
import { getChat, getChatMember, getChatMemberCount, getMe } from './chat-methods.ts';
import { chatPage } from './chat-page.ts';
import { deleteMessage, deleteMessages } from './delete-message.ts';
import { sendMediaGroup } from './send-media-group.ts';
import { sendAnimation, sendPhoto, sendVideo } from './send-media.ts';
import { sendMessage } from './send-message.ts';
import { getUpdates } from './updates.ts';

export const routes: readonly Route[] = [
  getMe,
  getUpdates,
  getChat,
  getChatMember,
  getChatMemberCount,
  sendMessage,
  sendPhoto,
  sendVideo,
  sendAnimation,
  sendMediaGroup,
  deleteMessage,
  deleteMessages,
  chatPage,
];

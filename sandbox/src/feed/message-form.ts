import { addMessage, putFollower } from '../control/follower-actions.ts';
import type { SandboxContext } from '../core/context.ts';
import { html, type Html } from '@herald/pages';
import type { Audience, Platform } from '../core/platform.ts';
import { pathAs, textField, usernameField, type PageForm } from './page-form.ts';
import { paths } from './paths.ts';

type MessageTarget = {
  readonly platform: Platform;
  readonly audience: Audience;
  readonly account: string;
  readonly person?: string;
};

export function messageForm(context: SandboxContext, target: MessageTarget): PageForm {
  const { platform, audience, account, person: initialPerson = '' } = target;
  return {
    name: 'write',
    title: 'Write as a follower',
    button: 'Send',
    failure: 'The message was not sent',
    initial: { person: initialPerson },
    fields: ({ person, text, attachmentUrl, storyId }) =>
      html`${usernameField(person, audience.usernameRule)} ${textField(text, { isRequired: false })}
      ${attachmentField(attachmentUrl)} ${audience.messages?.hasStories === true ? storyField(storyId) : undefined}`,
    submit: ({ person = '', text = '', attachmentUrl = '', storyId = '' }) => {
      const { username } = putFollower(context, { platform: platform.name, username: person.trim() });
      const { conversationId } = addMessage(context, {
        platform: platform.name,
        account,
        person: username,
        ...(text !== '' && { text }),
        ...(attachmentUrl.trim() !== '' && { attachmentUrl: attachmentUrl.trim() }),
        ...(storyId.trim() !== '' && { storyId: storyId.trim() }),
      });
      return pathAs(paths.conversation(platform, account, conversationId), username);
    },
  };
}

function attachmentField(value: string | undefined): Html {
  return html`<p class="field">
    <label class="label" for="attachmentUrl">Or the URL of an attachment</label>
    <input
      type="text"
      inputmode="url"
      id="attachmentUrl"
      name="attachmentUrl"
      value="${value}"
      autocomplete="off"
      autocapitalize="none"
      spellcheck="false"
    />
  </p>`;
}

function storyField(value: string | undefined): Html {
  return html`<p class="field">
    <label class="label" for="storyId">ID of a story, to reply to it</label>
    <input type="text" id="storyId" name="storyId" value="${value}" autocomplete="off" spellcheck="false" />
  </p>`;
}

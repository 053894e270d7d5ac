import type { ConnectOutcome, FunctionName } from '../../domain/connect/connect-outcome.ts';
import { html, type Html } from '@herald/pages';
import { page } from './page.ts';

type Shown = Exclude<ConnectOutcome, { kind: 'redirect' }>;

export function connectPage(shown: Shown, action: string): string {
  switch (shown.kind) {
    case 'connected':
      return connectedPage(shown);
    case 'failed':
      return failedPage(shown);
    case 'form':
      return formPage(shown, action);
    case 'code':
      return codePage(shown, action);
  }
}

/** By error code; other errors are for the operator. */
const advice: Readonly<Record<string, string>> = {
  accessDenied: 'Start again if that was a mistake.',
  oauthCallbackFailed: 'Go back to where you came from and start again.',
  paymentRequired: 'The owner of this Herald account has to make room first.',
  unavailable: 'Your account is unchanged.',
};
const operatorAdvice =
  'Try again in a few minutes. If it fails again, send the text above to the person who runs this server.';

function failedPage({ code, message }: Extract<Shown, { kind: 'failed' }>): string {
  return page({
    title: 'Not connected',
    body: html`<h1>Not connected</h1>
      <p>${message}</p>
      <p>${advice[code] ?? operatorAdvice}</p>
      <p class="soft">Nothing was changed. You can close this page.</p>`,
  });
}

const functionWords: Readonly<Record<FunctionName, string>> = {
  publish: 'publish posts',
  comments: 'read and answer comments',
  messages: 'read and answer direct messages',
  analytics: 'read the numbers of posts and followers',
};

function connectedPage(shown: Extract<Shown, { kind: 'connected' }>): string {
  const { label, names, allowed, refused, isSandbox, feedUrl } = shown;
  const listed = (functions: readonly FunctionName[]): Html[] =>
    functions.map((name) => html`<li>${functionWords[name]}</li>`);
  return page({
    title: 'Connected',
    body: html`<h1>${label} is connected</h1>
      <ul>
        ${names.map((name) => html`<li>${name}</li>`)}
      </ul>
      ${
        allowed.length === 0
          ? undefined
          : html`<p>Herald may now:</p>
              <ul>
                ${listed(allowed)}
              </ul>`
      }
      ${
        refused.length === 0
          ? undefined
          : html`<div class="fault" role="alert">
              <p>You did not allow Herald to:</p>
              <ul>
                ${listed(refused)}
              </ul>
              <p>Connect again and leave these permissions checked if you need them.</p>
            </div>`
      }
      ${sandboxNote(isSandbox)}
      ${
        feedUrl === undefined
          ? undefined
          : html`<div class="actions">
              <a class="button main" href="/">Publish a first post</a>
              <a class="button" href="${feedUrl}">See its feed</a>
            </div>`
      }
      <p class="soft">You can close this page and return to where you came from.</p>`,
  });
}

function formPage(shown: Extract<Shown, { kind: 'form' }>, action: string): string {
  const { label, intro, fields, values, fault, state, isSandbox } = shown;
  const inputs = fields.map(
    ({ name, label: title, hint, isSecret, isRequired }) => html`
      <p class="field">
        <label for="${name}">${title}${isRequired ? '' : ' (optional)'}</label>
        <input
          id="${name}"
          name="${name}"
          type="${isSecret ? 'password' : 'text'}"
          value="${values[name] ?? ''}"
          autocomplete="off"
          autocapitalize="none"
          spellcheck="false"
          aria-describedby="${name}-hint"
          ${isRequired ? html`required` : html``}
        />
        <span class="hint" id="${name}-hint">${hint}</span>
      </p>
    `,
  );
  return page({
    title: `Connect ${label}`,
    body: html`<h1>Connect ${label}</h1>
      <p>${intro}</p>
      ${fault === undefined ? html`` : html`<p class="fault" role="alert">${fault}</p>`} ${sandboxNote(isSandbox)}
      <form method="post" action="${action}">
        <input type="hidden" name="state" value="${state}" />
        ${inputs}
        <div class="actions"><button class="main" type="submit">Connect</button></div>
      </form>
      ${cancel(action, state)}`,
  });
}

function codePage(shown: Extract<Shown, { kind: 'code' }>, action: string): string {
  const { label, bot, text, links, state, isSandbox } = shown;
  return page({
    title: `Connect ${label}`,
    refreshSeconds: 3,
    body: html`<h1>Connect ${label}</h1>
      <p>Make ${bot} an administrator of your channel or group, then post this there as an administrator:</p>
      <p><code class="code">${text}</code></p>
      ${sandboxNote(isSandbox)}
      ${links.map((link) => html`<a class="button main" href="${link.url}">${link.label}</a> `)}
      <p class="soft" role="status">Waiting for the code. This page continues automatically.</p>
      ${cancel(action, state)}`,
  });
}

function cancel(action: string, state: string): Html {
  return html`<a class="plain" href="${action}?state=${encodeURIComponent(state)}&amp;decision=deny">Cancel</a>`;
}

function sandboxNote(isSandbox: boolean): Html {
  return isSandbox ? html`<p class="note">Sandbox: nothing here reaches the real platform.</p>` : html``;
}

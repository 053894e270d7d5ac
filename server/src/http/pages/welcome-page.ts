import { html, htmlDocument, type Html } from '@herald/pages';

export type Welcome = {
  /** Undefined in production. */
  sandboxUrl: string | undefined;
  platforms: readonly { name: string; label: string }[];
};

/** `welcome-script.js` fills in what needs a key. */
export function welcomePage({ sandboxUrl, platforms }: Welcome): string {
  const body = html`<h1>Herald is running</h1>
    <p>
      Herald is a social publishing API that you run yourself: connect accounts on ten platforms, then publish,
      schedule, answer and measure through one HTTP API.
    </p>
    <p class="state" role="status" data-readiness>Checking the server…</p>
    <p class="links">
      <a href="/docs/">API reference</a> <a href="/docs/guides">Guides</a> <a href="/docs/errors">Errors</a>
      <a href="/openapi.json">OpenAPI description</a>
      ${sandboxUrl === undefined ? undefined : html`<a href="${sandboxUrl}">Sandbox</a>`}
    </p>
    ${sandboxUrl === undefined ? production : steps(sandboxUrl, platforms)}
    <script type="module" src="/welcome.js"></script>`;
  return htmlDocument({ title: 'Welcome', brand: 'Herald', ownStyle: style, isWide: true }, body);
}

const production = html`<p class="note">
  To begin, connect an account: <code>GET /v1/connect/&lt;platform&gt;</code> with your API key returns a link for the
  person who owns it. The API reference shows every call, and you can try them there.
</p>`;

function steps(sandboxUrl: string, platforms: Welcome['platforms']): Html {
  const buttons = platforms.map(
    ({ name, label }) => html`<button type="button" data-connect="${name}">${label}</button>`,
  );
  return html`<section class="step" data-sandbox="${sandboxUrl}">
      <h2>1. Your API key</h2>
      <form data-key-form>
        <label for="key">API key</label>
        <div class="row">
          <input id="key" type="password" autocomplete="off" spellcheck="false" placeholder="hrd_live_…" required />
          <button class="main" type="submit">Use this key</button>
        </div>
        <span class="hint"
          >The first start printed it in the terminal. Lost? <code>npx herald key create</code> creates another.</span
        >
        <label class="option"
          ><input type="checkbox" id="keep" /><span>Remember it in this browser, not only in this tab</span></label
        >
      </form>
      <p role="status" data-key-state></p>
    </section>
    <fieldset class="step" data-step disabled>
      <h2>2. Connect an account of the sandbox</h2>
      <p class="soft">The sandbox stands in for the real platforms. Nothing you do here becomes public.</p>
      <div class="platforms">${buttons}</div>
      <ul class="accounts" data-accounts></ul>
      <p role="status" data-connect-state></p>
    </fieldset>
    <fieldset class="step" data-step disabled>
      <h2>3. Publish your first post</h2>
      <p class="field">
        <label for="account">Account</label
        ><select id="account"></select>
      </p>
      <p class="field"><label for="text">Text</label><textarea id="text" rows="2"></textarea></p>
      <div class="actions">
        <button class="main" type="button" data-publish>Publish now</button>
        <button type="button" data-copy>Copy the command</button>
      </div>
      <pre class="command" tabindex="0" aria-label="The same as a command"><code data-command></code></pre>
      <p class="soft">The copied command contains your key.</p>
      <div role="status" data-result></div>
    </fieldset>`;
}

const style = `
.state::before { content: ''; display: inline-block; width: .625rem; height: .625rem; margin-right: .5rem; border-radius: 50%; background: var(--soft); }
.state.is-ready::before { background: var(--good); } .state.is-down::before { background: var(--warn); }
.links { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; } .links a { padding: .25rem 0; }
.step { margin: 0; padding: 1.5rem 0; border: 0; border-top: 1px solid var(--line); min-width: 0; }
.step > h2 { margin-bottom: .75rem; font-size: 1.125rem; } .step p { margin-bottom: .75rem; }
.step:disabled { opacity: .55; } .step form { margin: 0; } .step .option { margin-top: .75rem; }
.platforms { display: grid; grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); gap: .5rem; }
.accounts { margin: .75rem 0 0; padding: 0; list-style: none; } .accounts li { padding: .25rem 0; }
.command { margin: .75rem 0; padding: .75rem; overflow-x: auto; font-size: .8125rem; background: var(--page);
  border: 1px solid var(--line); border-radius: .5rem; } .command code { overflow-wrap: normal; }
.outcome { margin-top: .75rem; padding: .75rem; border: 1px solid var(--line); border-radius: .5rem; }
.outcome p { margin: 0 0 .25rem; } .good { color: var(--good); } .bad { color: var(--warn); }
`;

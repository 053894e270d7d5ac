// Runs in the browser, which sends the key only to this server.
const keyName = 'herald-api-key';
const one = (name) => document.querySelector(`[data-${name}]`);
const byId = (id) => document.getElementById(id);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const sandboxUrl = one('sandbox')?.dataset.sandbox;
let key = sessionStorage.getItem(keyName) ?? localStorage.getItem(keyName) ?? '';
let profileId = '';

async function call(method, path, body) {
  const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) };
  const response = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
  const json = await response.json();
  if (response.ok) return json;
  const isKeyRefused = response.status === 401;
  throw new Error(isKeyRefused ? 'Herald does not know this key. Check that you copied all of it.' : reasonOf(json));
}

function reasonOf({ error, issues, code }) {
  const [issue] = issues ?? [];
  return [error, issue?.message, code === undefined ? '' : `(${code})`].filter(Boolean).join(' ');
}

function showStatus(element, text, kind = '') {
  element.textContent = text;
  element.className = kind;
}

async function watchReadiness() {
  const element = one('readiness');
  for (;;) {
    try {
      const response = await fetch('/readyz');
      const { warnings } = await response.json();
      const text = response.ok ? 'Ready' : 'Not ready: it is starting, stopping or without its database';
      showStatus(element, [text, ...warnings].join(' · '), response.ok ? 'state is-ready' : 'state is-down');
    } catch {
      showStatus(element, 'The server does not respond. Is it still running?', 'state is-down');
    }
    await pause(5000);
  }
}

async function useKey() {
  const element = one('key-state');
  try {
    const { profiles } = await call('GET', '/v1/profiles');
    profileId = profiles[0]?._id ?? (await call('POST', '/v1/profiles', { name: 'My profile' })).profile._id;
    sessionStorage.setItem(keyName, key);
    if (byId('keep').checked) localStorage.setItem(keyName, key);
    showStatus(element, 'The key works.', 'good');
    for (const step of document.querySelectorAll('[data-step]')) step.disabled = false;
    await showAccounts();
    await showLinkedPost();
    await connectLinked();
  } catch (error) {
    sessionStorage.removeItem(keyName);
    localStorage.removeItem(keyName);
    showStatus(element, error.message, 'bad');
  }
}

async function showAccounts() {
  const { accounts } = await call('GET', '/v1/accounts');
  const chosen = new URLSearchParams(location.search).get('accountId');
  const entries = accounts.map(({ platform, username, displayName }) => {
    const entry = document.createElement('li');
    const link = document.createElement('a');
    link.href = `${sandboxUrl}/feed/${platform}`;
    link.textContent = `See its feed`;
    entry.append(`${nameOf(platform)}: ${displayName || username} is connected. `, link);
    return entry;
  });
  one('accounts').replaceChildren(...entries);
  const options = accounts.map(({ _id, platform, username }) => {
    const option = new Option(`${nameOf(platform)}: ${username}`, _id, false, _id === chosen);
    option.dataset.platform = platform;
    return option;
  });
  byId('account').replaceChildren(...options);
  one('publish').disabled = accounts.length === 0;
  showCommand();
}

const nameOf = (platform) => document.querySelector(`[data-connect="${platform}"]`)?.textContent ?? platform;

async function connect(platform) {
  try {
    const query = new URLSearchParams({ profileId, sandbox: 'true', redirectUrl: `${location.origin}/` });
    const { authUrl } = await call('GET', `/v1/connect/${platform}?${query}`);
    location.href = authUrl;
  } catch (error) {
    showStatus(one('connect-state'), error.message, 'bad');
  }
}

/** The sandbox links to `#connect=<platform>`. */
async function connectLinked() {
  const [, platform] = /^#connect=(\w+)$/.exec(location.hash) ?? [];
  if (platform === undefined) return;
  if (profileId === '') showStatus(one('key-state'), `Paste your API key to connect ${nameOf(platform)}.`);
  else await connect(platform);
}

function showConnected() {
  const query = new URLSearchParams(location.search);
  const platform = query.get('connected');
  const element = one('connect-state');
  if (platform !== null) showStatus(element, `${nameOf(platform)} is connected. Now publish something.`, 'good');
  if (query.has('error')) showStatus(element, `Not connected: ${query.get('errorDescription')}`, 'bad');
}

function postBody() {
  const [option] = byId('account').selectedOptions;
  const target = { platform: option?.dataset.platform ?? 'x', accountId: option?.value ?? 'acc_…' };
  return { content: byId('text').value, publishNow: true, platforms: [target] };
}

function commandWith(shownKey) {
  const body = JSON.stringify(postBody()).replaceAll("'", `'\\''`);
  return [
    `curl ${location.origin}/v1/posts \\`,
    `  -H 'Authorization: Bearer ${shownKey}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${body}'`,
  ].join('\n');
}

function showCommand() {
  one('command').textContent = commandWith(`${key.slice(0, 12)}…`);
}

async function copyCommand() {
  const button = one('copy');
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(commandWith(key));
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Select the command and copy it';
  }
  await pause(2000);
  button.textContent = before;
}

async function publish() {
  const element = one('result');
  one('publish').disabled = true;
  try {
    showStatus(element, 'Publishing…');
    const { post } = await call('POST', '/v1/posts', postBody());
    await watchPost(post);
    byId('text').value = firstText();
    showCommand();
  } catch (error) {
    showStatus(element, error.message, 'bad');
  }
  one('publish').disabled = false;
}

const unsettled = ['scheduled', 'queued', 'publishing'];

async function watchPost(created) {
  let post = created;
  showPost(post);
  while (unsettled.includes(post.status)) {
    await pause(300);
    ({ post } = await call('GET', `/v1/posts/${post._id}`));
    showPost(post);
  }
}

function showPost(post) {
  const box = document.createElement('div');
  box.className = 'outcome';
  const line = (...parts) => {
    const paragraph = document.createElement('p');
    paragraph.append(...parts);
    box.append(paragraph);
  };
  line(post.content);
  for (const target of post.platforms) line(...targetParts(target));
  const id = document.createElement('code');
  id.textContent = post._id;
  line('In Herald: ', id);
  one('result').replaceChildren(box);
}

function targetParts({ platform, status, platformPostId, errorMessage }) {
  const word = document.createElement('strong');
  word.textContent = `${nameOf(platform)}: ${status}`;
  word.className = status === 'published' ? 'good' : status === 'failed' ? 'bad' : '';
  if (status !== 'published') return [word, errorMessage ? ` ${errorMessage}` : ''];
  const link = document.createElement('a');
  link.href = `${sandboxUrl}/feed/${platform}#post-${platformPostId}`;
  link.textContent = 'See it in the sandbox';
  return [word, ' ', link];
}

/** The sandbox links to `#post=<platform>/<id on the platform>`. */
async function showLinkedPost() {
  const [, platform, id] = /^#post=(\w+)\/(.+)$/.exec(location.hash) ?? [];
  if (platform === undefined) return;
  const platformPostId = decodeURIComponent(id);
  const { posts } = await call('GET', `/v1/posts?limit=100&platform=${platform}`);
  const isMeant = (target) => target.platform === platform && target.platformPostId === platformPostId;
  const post = posts.find(({ platforms }) => platforms.some(isMeant));
  if (post === undefined) showStatus(one('result'), 'Herald did not publish this post, or 100 others since.', 'bad');
  else showPost(post);
  one('result').scrollIntoView({ block: 'center' });
}

const firstText = () => `Hello from Herald at ${new Date().toLocaleTimeString()}`;

if (sandboxUrl !== undefined) {
  one('key-form').addEventListener('submit', (event) => {
    event.preventDefault();
    key = byId('key').value.trim();
    byId('key').value = '';
    void useKey();
  });
  for (const button of document.querySelectorAll('[data-connect]')) {
    button.addEventListener('click', () => void connect(button.dataset.connect));
  }
  one('publish').addEventListener('click', () => void publish());
  one('copy').addEventListener('click', () => void copyCommand());
  byId('text').value = firstText();
  for (const id of ['text', 'account']) byId(id).addEventListener('input', showCommand);
  addEventListener('hashchange', () => {
    void showLinkedPost();
    void connectLinked();
  });
  showCommand();
  showConnected();
  if (key === '') void connectLinked();
  else void useKey();
}
void watchReadiness();

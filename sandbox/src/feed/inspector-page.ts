import { html, type Html } from '@herald/pages';
import { ControlError } from '../control/control-request.ts';
import { addFault } from '../control/faults.ts';
import type { SandboxContext } from '../core/context.ts';
import type { Platform } from '../core/platform.ts';
import { faultKinds, type FaultKind } from '../core/wire/faults.ts';
import type { LoggedRequest } from '../core/wire/request-log.ts';
import type { LivePage } from './live-page.ts';
import type { PageForm } from './page-form.ts';
import { paths } from './paths.ts';
import { timeHtml } from './text.ts';

const shownMax = 100;

export function inspectorPage(context: SandboxContext, platform: Platform): LivePage {
  return {
    platform,
    path: paths.inspector(platform),
    title: 'Requests',
    trail: [
      { href: paths.front, label: 'All platforms' },
      { href: paths.feed(platform), label: platform.label },
    ],
    // Not live, because the clock always changes.
    links: html`<p>The sandbox's clock: ${timeHtml(new Date(context.state.clock.now()).toISOString())}</p>`,
    isWide: true,
    isLocalOnly: true,
    content: () => {
      const requests = context.log.list({ platform: platform.name, limit: shownMax }).reverse();
      return html`${faultList(context, platform)}
      ${requests.length === 0 ? html`<p class="soft empty">No request has arrived yet.</p>` : requests.map(entry)}`;
    },
    forms: [faultForm(context, platform), clearForm(context, platform), clockForm(context, platform)],
  };
}

function faultList({ faults }: SandboxContext, platform: Platform): Html | undefined {
  const own = faults.list().filter((fault) => fault.platform === platform.name);
  if (own.length === 0) return undefined;
  return html`<ul>
    ${own.map(({ kind, operation = 'any request', times }) => html`<li>${faultWords[kind]}: ${operation}, ${times}×</li>`)}
  </ul>`;
}

function entry(request: LoggedRequest): Html {
  const { id, at, operation, method, url, query, headers, body, status, response, durationMs } = request;
  const isGood = status !== null && status < 400;
  return html`<details class="request" id="request-${id}">
    <summary>
      <strong class="${isGood ? 'is-good' : 'is-bad'}">${status ?? 'closed'}</strong>
      <span>${method} ${operation ?? 'unknown'}</span> <small>${durationMs} ms, ${timeHtml(at)}</small>
    </summary>
    <p><code>${method} ${url}</code></p>
    ${part('Query', query)} ${part('Headers', headers)} ${part('Body', body)} ${part('Response', response)}
  </details>`;
}

function part(title: string, value: unknown): Html | undefined {
  const isEmpty = value === null || JSON.stringify(value) === '{}';
  if (isEmpty) return undefined;
  return html`<h3>${title}</h3>
    <pre tabindex="0">${JSON.stringify(value, null, 2)}</pre>`;
}

const faultWords: Readonly<Record<FaultKind, string>> = {
  rateLimit: 'Rate limit reached',
  errorBefore: 'Server error, nothing happens',
  errorAfter: 'Server error after it happened',
  response: 'Refused with 400',
  lostResponse: 'It happens, but the response is lost',
  hang: 'No response for two minutes',
  slow: 'Response after two seconds',
  slowResponse: 'It happens, but the response takes two seconds',
  malformed: 'Response is broken JSON',
  huge: 'Response of 6 MB',
  tokenExpired: 'Token has expired',
  tokenRevoked: 'Token was revoked',
  scopeMissing: 'Permission is missing',
  processingSlow: 'Media take long to process',
  processingFailed: 'Media cannot be processed',
  listLag: 'New posts are missing from lists',
};

function faultForm(context: SandboxContext, platform: Platform): PageForm {
  const operations = platform.routes.filter(({ isPage }) => isPage !== true).map(({ operation }) => operation);
  return {
    name: 'fault',
    title: 'Switch a fault on',
    button: 'Switch on',
    failure: 'The fault was not switched on',
    fields: ({ kind, operation, times = '1' }) =>
      html`${choice(
          { name: 'kind', label: 'What goes wrong', chosen: kind },
          faultKinds.map((each) => [each, faultWords[each]]),
        )}
        ${choice({ name: 'operation', label: 'For which request', chosen: operation }, [['', 'Any'], ...operations.map((each) => [each, each] as const)])}
        <p class="field">
          <label class="label" for="times">How many times</label>
          <input type="text" inputmode="numeric" id="times" name="times" value="${times}" required />
        </p>`,
    submit: ({ kind, operation = '', times = '' }) => {
      if (!/^[1-9]\d{0,3}$/.test(times)) throw new ControlError('How many times must be 1 to 9999');
      const aim = operation === '' ? {} : { operation };
      addFault(context, { platform: platform.name, kind, times: Number(times), ...aim });
      return paths.inspector(platform);
    },
  };
}

function clearForm(context: SandboxContext, platform: Platform): PageForm {
  return {
    name: 'clear',
    title: 'Switch all faults off',
    button: 'Switch off',
    failure: 'The faults were not switched off',
    fields: () => html`<p class="soft">Those of the other platforms, too.</p>`,
    submit: () => {
      context.faults.clear();
      return paths.inspector(platform);
    },
  };
}

const steps = new Map([
  ['minute', 60_000],
  ['hour', 3_600_000],
  ['day', 24 * 3_600_000],
  ['week', 7 * 24 * 3_600_000],
]);

function clockForm(context: SandboxContext, platform: Platform): PageForm {
  return {
    name: 'clock',
    title: 'Move the clock forward',
    button: 'Move',
    failure: 'The clock was not moved',
    fields: ({ step }) =>
      html`${choice(
          { name: 'step', label: 'By one', chosen: step },
          [...steps.keys()].map((each) => [each, each]),
        )}
        <p class="soft">Tokens expire, limits reset and numbers grow. Herald's own clock stays as it is.</p>`,
    submit: ({ step = '' }) => {
      const ms = steps.get(step);
      if (ms === undefined) throw new ControlError('Choose a step');
      context.state.advance(ms);
      return paths.inspector(platform);
    },
  };
}

type Choice = { name: string; label: string; chosen: string | undefined };

function choice({ name, label, chosen }: Choice, options: readonly (readonly [value: string, words: string])[]): Html {
  return html`<p class="field">
    <label class="label" for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      ${options.map(([value, words]) => html`<option value="${value}" ${value === chosen ? { html: ' selected' } : undefined}>${words}</option>`)}
    </select>
  </p>`;
}

import type { Call } from '../platform.ts';
import { html, type Html } from '@herald/pages';
import { errorPage, page } from './page.ts';
import { scopeWords } from './scope-words.ts';
import { redirect, type Reply } from '../wire/reply.ts';

type Person = { readonly name: string; readonly label: string; readonly detail?: string };
export type Choice = { readonly id: string; readonly label: string };

export type Approval = {
  readonly account: string;
  readonly scopes: readonly string[];
  /** IDs of Pages, boards and so on; all of them when a script names none. */
  readonly chosen: readonly string[];
};

type Consent = {
  readonly platform: string;
  readonly appName: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly persons: readonly Person[];
  readonly choices?: { readonly legend: string; of(account: string): readonly Choice[] };
  approve(approval: Approval): Readonly<Record<string, string>>;
  deny(): Readonly<Record<string, string>>;
  readonly state?: string;
  readonly hash?: string;
};

const ownParameters = ['decision', 'account', 'drop', 'chosen'];

export function unknownParameter(query: URLSearchParams, known: readonly string[]): string | undefined {
  return [...query.keys()].find((name) => !known.includes(name) && !ownParameters.includes(name));
}

/**
 * Query and form have the same parameters: `decision`, `account`, `drop` (a scope that is not granted, repeatable),
 * `chosen` (repeatable).
 */
export function consentReply(call: Call, consent: Consent): Reply {
  if (!call.isHeraldUrl(consent.redirectUri)) {
    return errorPage(400, 'The app cannot be authorized', 'The redirect URL does not belong to Herald.');
  }
  const form = call.request.body.kind === 'form' ? call.request.body.fields : new URLSearchParams();
  const fields = new URLSearchParams([...call.request.query, ...form]);
  const decision = form.get('decision') ?? call.request.query.get('decision');
  if (decision === 'deny') return redirectBack(consent, consent.deny());
  if (decision !== 'approve') return personPage(call, consent);
  return approve(call, consent, fields, form);
}

function approve(call: Call, consent: Consent, fields: URLSearchParams, form: URLSearchParams): Reply {
  const account = accountOf(fields, consent);
  if (account === undefined)
    return errorPage(400, 'No account was chosen', 'Go back and choose a person, or type a name.');
  const scopes = scopesOf(fields, form, consent);
  const choices = consent.choices?.of(account) ?? [];
  if (choices.length > 0 && form.has('decision') && !form.has('choosing')) {
    return choicePage(call, consent, { account, scopes, choices });
  }
  const named = fields.getAll('chosen').filter((id) => choices.some((choice) => choice.id === id));
  const chosen = named.length > 0 || form.has('choosing') ? named : choices.map((choice) => choice.id);
  return redirectBack(consent, consent.approve({ account, scopes, chosen }), consent.hash);
}

function accountOf(fields: URLSearchParams, consent: Consent): string | undefined {
  const typed = fields.get('other')?.trim();
  if (typed !== undefined && typed !== '') return typed;
  return fields.getAll('account').at(-1) ?? consent.persons[0]?.name;
}

/** Forms send the granted scopes, because unchecked boxes are not sent; scripts send the dropped ones. */
function scopesOf(fields: URLSearchParams, form: URLSearchParams, consent: Consent): string[] {
  const dropped = fields.getAll('drop');
  const approved = form.has('decision') ? form.getAll('scope') : consent.scopes;
  return consent.scopes.filter((scope) => approved.includes(scope) && !dropped.includes(scope));
}

function redirectBack(consent: Consent, query: Readonly<Record<string, string>>, hash = ''): Reply {
  const target = new URL(consent.redirectUri);
  for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value);
  if (consent.state !== undefined) target.searchParams.set('state', consent.state);
  target.hash = hash;
  return redirect(target.href);
}

const buttons = html`<div class="actions">
  <button class="main" name="decision" value="approve">Allow</button>
  <button name="decision" value="deny">Cancel</button>
</div>`;

function personPage(call: Call, consent: Consent): Reply {
  return page(
    { title: `Sign in to ${consent.platform}`, formTargets: call.heraldOrigins() },
    html`<h1>Sign in to ${consent.platform}</h1>
      <p class="soft"><strong>${consent.appName}</strong> asks to use an account of yours.</p>
      <form method="post">${personFields(consent.persons)} ${scopeFields(consent.scopes)} ${buttons}</form>`,
  );
}

export function personFields(
  persons: readonly Person[],
  words = { legend: 'Continue as', other: 'Or another name' },
): Html {
  return html`<fieldset>
      <legend>${words.legend}</legend>
      ${persons.map((person, index) => option({ type: 'radio', name: 'account', value: person.name, checked: index === 0 }, person))}
    </fieldset>
    <p class="field">
      <label class="label" for="other">${words.other}</label>
      <input type="text" id="other" name="other" autocomplete="off" maxlength="64" />
    </p>`;
}

type Input = {
  readonly type: 'radio' | 'checkbox';
  readonly name: string;
  readonly value: string;
  readonly checked: boolean;
};

function option(input: Input, text: { label: string; detail?: string }): Html {
  const detail = text.detail === undefined ? undefined : html`<small>${text.detail}</small>`;
  return html`<label class="option"
    ><input
      type="${input.type}"
      name="${input.name}"
      value="${input.value}"
      ${input.checked ? { html: ' checked' } : undefined}
    /><span>${text.label}${detail}</span></label
  >`;
}

function scopeFields(scopes: readonly string[]): Html | undefined {
  if (scopes.length === 0) return undefined;
  return html`<fieldset>
    <legend>It asks to</legend>
    ${scopes.map((scope) => option({ type: 'checkbox', name: 'scope', value: scope, checked: true }, scopeText(scope)))}
  </fieldset>`;
}

function scopeText(scope: string): { label: string; detail?: string } {
  const label = scopeWords(scope);
  return label === undefined ? { label: scope } : { label, detail: scope };
}

function choicePage(
  call: Call,
  consent: Consent,
  chosen: { account: string; scopes: readonly string[]; choices: readonly Choice[] },
): Reply {
  const hidden = (name: string, value: string): Html => html`<input type="hidden" name="${name}" value="${value}" />`;
  return page(
    { title: `Sign in to ${consent.platform}`, formTargets: call.heraldOrigins() },
    html`<h1>Continue as ${chosen.account}</h1>
      <form method="post">
        ${hidden('choosing', 'yes')}${hidden('account', chosen.account)}${chosen.scopes.map((scope) => hidden('scope', scope))}
        <fieldset>
          <legend>${consent.choices?.legend}</legend>
          ${chosen.choices.map((choice) => option({ type: 'checkbox', name: 'chosen', value: choice.id, checked: true }, choice))}
        </fieldset>
        ${buttons}
      </form>`,
  );
}

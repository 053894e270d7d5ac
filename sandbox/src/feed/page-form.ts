import { html, type Html } from '@herald/pages';

type FormValues = Readonly<Record<string, string>>;

export type PageForm = {
  /** Unique within its page. */
  readonly name: string;
  readonly title: string;
  readonly button: string;
  /** What did not happen if `submit` throws, such as `The comment was not added`. */
  readonly failure: string;
  readonly initial?: FormValues;
  fields(values: FormValues): Html;
  /** The URL of the result; throws `ControlError`. */
  submit(values: FormValues): string;
};

export type FormState = {
  readonly values: FormValues;
  readonly error?: string;
};

export function formHtml(path: string, form: PageForm, { values, error }: FormState): Html {
  return html`<form class="write" id="${form.name}" method="post" action="${path}#${form.name}">
    <input type="hidden" name="form" value="${form.name}" />
    <h2>${form.title}</h2>
    ${error === undefined ? undefined : html`<p class="error" role="alert" dir="auto">${error}</p>`}
    ${form.fields({ ...form.initial, ...values })}
    <div class="actions"><button class="main">${form.button}</button></div>
  </form>`;
}

export const pathAs = (path: string, person: string): string =>
  `${path}?${new URLSearchParams({ person }).toString()}#write`;

export function usernameField(value: string | undefined, rule: string): Html {
  return html`<p class="field">
    <label class="label" for="person">Username</label>
    <input
      type="text"
      id="person"
      name="person"
      value="${value}"
      required
      dir="auto"
      autocomplete="off"
      autocapitalize="none"
      spellcheck="false"
      aria-describedby="person-rule"
    />
    <small class="soft" id="person-rule">New or known: ${rule}.</small>
  </p>`;
}

export function textField(value: string | undefined, { isRequired }: { isRequired: boolean }): Html {
  // Browsers drop a line break right after the tag.
  return html`<p class="field">
    <label class="label" for="text">Text</label>
    <textarea id="text" name="text" rows="3" dir="auto" ${isRequired ? { html: 'required' } : undefined}>
${value}</textarea>
  </p>`;
}

import { noFindings, type Case } from '../../harness/case.ts';

const allowed = 'https://app.example';

const attacks: readonly string[] = [
  ...['https://app.example.evil.test/', 'https://app.example@evil.test/', 'https://evil.test/app.example'],
  ...['https://app.example:8443/', 'http://app.example/', 'https://sub.app.example/', 'https://app.example./'],
  ...[
    '//app.example/',
    '/app.example',
    'app.example',
    'https:app.example',
    'https:///evil.test/',
    'https:\\\\evil.test',
  ],
  ...['javascript:alert(1)//https://app.example', 'data:text/html,x', 'file:///etc/passwd', 'ftp://app.example/'],
  ...[
    'https://evil.test?https://app.example',
    'https://evil.test#https://app.example',
    'https://evil.test\\@app.example/',
  ],
  ...[
    'https://user@app.example/',
    'https://user:pw@app.example/',
    'https://app.example%2eevil.test/',
    'https://app.examp1e/',
  ],
  ...[
    'https://аpp.example/',
    'https://app。example.evil.test/',
    'https://app.example%00.evil.test/',
    ' https://evil.test/',
  ],
  ...['https://evil.test/\r\nLocation: https://app.example', 'https://[::1]/', 'https://127.0.0.1/', 'https://0x7f.1/'],
  ...['https://app.example\t.evil.test/', 'https://app.example\n.evil.test/', 'https://%61pp.example.evil.test/'],
  ...['http://app.example:443/', 'https://app.example:444/', 'wss://app.example/', 'blob:https://app.example/x'],
  ...['https://APP.EXAMPLE.evil.test/', 'https://app-example/', 'https://appXexample/', 'https://xapp.example/'],
  ...['https://app.example_/', 'https://-app.example/', 'https://app..example/', 'https://app.example,evil.test/'],
  ...[
    'https://app.example;evil.test/',
    "https://app.example'evil.test/",
    'https://app.example|evil.test/',
    'https://evil.test:80/',
  ],
  ...[
    'view-source:https://app.example',
    'about:blank',
    'https://',
    'https://?',
    'https://#',
    'http:',
    ':',
    '?',
    '#',
    '.',
  ],
];
const fine = [`${allowed}/`, `${allowed}/done?a=b#c`, 'https://APP.example/x', `${allowed}:443/`];

export const refuseRedirectUrls: Case = {
  id: 'refuse-redirect-urls',
  about: 'Starts connections with deceptive values of `redirectUrl`; only origins on the allow-list are accepted.',
  run: async (testbed) => {
    const findings = noFindings();
    const database = await testbed.openDatabase();
    const sandbox = await database.startSandbox();
    const api = await database.startApi({ users: 1, sandboxUrl: sandbox.url, redirectOrigins: allowed });
    const { user } = api;
    const { body } = await api.call<{ profiles: { _id: string }[] }>(user, 'GET', '/v1/profiles');
    const ask = async (url: string): Promise<number> => {
      const query = new URLSearchParams({ profileId: body.profiles[0]?._id ?? '', redirectUrl: url });
      return (await api.call(user, 'GET', `/v1/connect/parrot?${query.toString()}`)).status;
    };
    for (const url of attacks) {
      const status = await ask(url);
      if (status !== 400) findings.faults.push(`${JSON.stringify(url)} returned ${status}`);
    }
    for (const url of fine) if ((await ask(url)) !== 200) findings.faults.push(`${url} was refused`);
    findings.counts = { attacks: attacks.length };
    await api.child.stop();
    await sandbox.stop();
    return findings;
  },
};

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Loopback addresses; the canary listens on their port. */
const loopback = words(`
  127.0.0.1 127.1 127.0.1 127.0.0.01 127.0.0.2 127.255.255.254 2130706433 2130706434
  017700000001 0177.0.0.1 00000000177.0.0.1 0177.0x0.0.1 0177.1 127.0x1 127.0.01
  0x7f000001 0X7F000001 0x000000007f000001 0x7f.1 0x7F.0.1 0x7f.0x0.0x0.0x1 0x7f.0.0.01
  127.0.0.1. 127.1. 2130706433. 0x7f.1. 127.0.0.1.. ..127.0.0.1
  １２７.０.０.１ 127．0．0．1 127。0｡0.1 ①②⑦.⓪.⓪.① 𝟏𝟐𝟕.𝟎.𝟎.𝟏 ¹²⁷.⁰.⁰.¹ ₁₂₇.₀.₀.₁ ０ｘ７ｆ.1 ١٢٧.٠.٠.١
  127.0\u00ad.0.1 127.0.0\u200b.1 127\u2060.0.0.1 127.0.0.1\ufe0f
  %31%32%37.0.0.1 127%2e0%2E0%2e1 127.0.0.1%2e 127%E3%80%820.0.1 %EF%BC%91%EF%BC%92%EF%BC%97.1
  127.0.0.1%252e 127.0.0.1%00 %5B::1%5D
  localhost LOCALHOST LocalHost. localhost%2e %6c%6f%63alhost ｌocalhost ⓛⓞⓒⓐⓛⓗⓞⓢⓣ ℓocalhost lo\u00adcalhost localhoſt
  x.localhost a.b.LOCALHOST. localhost.. localhost.localdomain.local
  [::1] [0:0:0:0:0:0:0:1] [0000:0000:0000:0000:0000:0000:0000:0001] [::0001] [0::1] [::0.0.0.1]
  [::1%lo] [::1%25lo] [fe80::1%25eth0] [::ffff:127.0.0.1] [::FFFF:7F00:1] [0:0:0:0:0:ffff:7f00:0001] [::ffff:127.0.0.2]
  [::127.0.0.1] [::7f00:1] [::ffff:0:127.0.0.1] [::ffff:0:7f00:1]
  [64:ff9b::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b:1::7f00:1] [2002:7f00:1::] [2002:7f00:0001::1]
  [2001:0:7f00:1::] [2001:0:4136:e378:8000:63bf:80ff:fffe] [2001::7f00:1] [fe80::5efe:127.0.0.1]
`);

/** Private, link-local, metadata, shared, multicast, reserved and documentation addresses, and names of such hosts. */
const elsewhere = words(`
  0 0.0.0.0 0x0 0.1 [::] [::0.0.0.0] ① 10.0.0.1 10.1 167772161 0xa.1 012.1 １０.1
  [::ffff:10.0.0.1] [64:ff9b::a00:1] [2002:a00:1::] 172.16.0.1 172.31.255.255 0xac.16.1 2886729729
  192.168.0.1 192.168.1 0xc0a80001 3232235521 0300.0250.0.1 [::ffff:c0a8:1] [::192.168.0.1]
  169.254.169.254 2852039166 0xa9fea9fe 0251.0376.0251.0376 169.254.43518 ①⑥⑨。②⑤④。①⑥⑨。②⑤④
  [::ffff:a9fe:a9fe] [64:ff9b::a9fe:a9fe] [2002:a9fe:a9fe::] [fd00:ec2::254] [fe80::a9fe:a9fe] [febf::1]
  100.64.0.1 100.127.255.255 0x64400001 192.0.0.1 192.0.0.170 192.0.2.1 198.51.100.1 203.0.113.1
  198.18.0.1 198.19.255.255 192.88.99.1 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255 4294967295
  [fc00::1] [fdff::1] [fec0::1] [ff02::1] [ff0e::1] [2001:db8::1] [3fff::1] [100::1] [5f00::1]
  metadata metadata.google.internal METADATA.Google.Internal. printer.local router.home.arpa intranet
  4294967297 127.0.0.256 1.2.3.4.5 0x100000001 good.example.. .good.example
`);

/** Misleading hosts, other schemes than HTTP, and forbidden ports. */
const complete = words(`
  https://good.example@127.0.0.1:PORT/ https://good.example:443@127.0.0.1:PORT/ https://@127.0.0.1:PORT/
  https://good.example%40x@[::1]:PORT/ https://user:pass@93.184.216.34/ https:127.0.0.1:PORT/
  https:///127.0.0.1:PORT/ //127.0.0.1:PORT/ https://127.0.0.1:PORT#@good.example/ https://127.0.0.1:PORT?@good.example/
  https://93.184.216.34:0/ https://93.184.216.34:22/ https://93.184.216.34:25/ https://93.184.216.34:1023/
  https://93.184.216.34:65536/ https://93.184.216.34:-1/ https://93.184.216.34:0x50/
  https://good.example:0/ https://good.example:22/ https://good.example:25/
  https://127.0.0.1:0/ https://127.0.0.1:22/ https://127.0.0.1:25/
  file:///etc/passwd file://127.0.0.1:PORT/ ftp://127.0.0.1:PORT/ gopher://127.0.0.1:PORT/_GET%20/
  unix:/var/run/docker.sock http+unix://%2Fvar%2Frun%2Fdocker.sock/ ws://127.0.0.1:PORT/ wss://127.0.0.1:PORT/
  data:text/plain,x javascript:alert(1) dict://127.0.0.1:PORT/ ldap://127.0.0.1:PORT/ blob:https://127.0.0.1:PORT/
`);

/** Parsers drop or rewrite these characters. */
const oddCharacters = [
  'https:\\\\127.0.0.1:PORT/',
  'https:/\\127.0.0.1:PORT/',
  'https://good.example\\@127.0.0.1:PORT/',
  'https://127.0.0.1:PORT\\@good.example/',
  '\thttps://127.0.0.1:PORT/',
  'ht\ttps://127.0.0.1:PORT/',
  'https://127.0\t.0.1:PORT/',
  'https://localhost\t:PORT/',
  'https://127.0.0\n.1:PORT/',
  'https://127.0.0.1\r\n:PORT/',
  'https://good.example /@127.0.0.1:PORT/',
  'https://127.0.0.1\u2028:PORT/',
  '\u0001https://127.0.0.1:PORT/',
];

/** Prefers https: a refusal of plain HTTP would hide that the host was not checked. */
export function hostileUrls(port: number): string[] {
  const hosts = [...loopback.map((host) => `${host}:PORT`), ...elsewhere, '0:PORT', '0.0.0.0:PORT', '[::]:PORT'];
  const texts = [...hosts.map((host) => `https://${host}/hook`), ...complete, ...oddCharacters];
  return texts.map((text) => text.replaceAll('PORT', String(port)));
}

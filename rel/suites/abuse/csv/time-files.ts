import { header, rowResults, type CsvCase, type CsvCases, type CsvContext } from './csv-case.ts';

type Change = {
  zone: string;
  month: number;
  weekday: 'first' | 'second' | 'last';
  local: string;
  utc: string;
  dayShift?: number;
};

const berlin = { zone: 'Europe/Berlin', weekday: 'last' } as const;
const newYork = { zone: 'America/New_York' } as const;

const changes: readonly (Change & { name: string })[] = [
  { name: 'before the gap', ...berlin, month: 3, local: '01:59', utc: '00:59' },
  { name: 'the gap begins', ...berlin, month: 3, local: '02:00', utc: '01:00' },
  { name: 'within the gap', ...berlin, month: 3, local: '02:30', utc: '01:30' },
  { name: 'behind the gap', ...berlin, month: 3, local: '03:00', utc: '01:00' },
  { name: 'before the overlap', ...berlin, month: 10, local: '01:59', utc: '23:59', dayShift: -1 },
  { name: 'within the overlap, the earlier', ...berlin, month: 10, local: '02:30', utc: '00:30' },
  { name: 'behind the overlap', ...berlin, month: 10, local: '03:00', utc: '02:00' },
  { name: 'a gap in New York', ...newYork, month: 3, weekday: 'second', local: '02:30', utc: '07:30' },
  { name: 'an overlap in New York', ...newYork, month: 11, weekday: 'first', local: '01:30', utc: '05:30' },
  {
    name: 'half an hour of gap',
    zone: 'Australia/Lord_Howe',
    month: 10,
    weekday: 'first',
    local: '02:15',
    utc: '15:45',
    dayShift: -1,
  },
  {
    name: 'half an hour of overlap',
    zone: 'Australia/Lord_Howe',
    month: 4,
    weekday: 'first',
    local: '01:45',
    utc: '14:45',
    dayShift: -1,
  },
];

export const timeFiles: CsvCases = (context) => [
  ...changes.map((change) => changeCase(context, change)),
  ...formats(context),
];

function changeCase(context: CsvContext, change: Change & { name: string }): CsvCase {
  const day = nextSunday(context.now, change);
  const utcDay = new Date(Date.parse(day) + (change.dayShift ?? 0) * 86_400_000).toISOString().slice(0, 10);
  const file = `${header},tz\nChange,telegram,${context.profileId},${day} ${change.local},${change.zone}\n`;
  return { name: change.name, file, expected: rowResults([true], { times: [`${utcDay}T${change.utc}:00.000Z`] }) };
}

function nextSunday(now: Date, { month, weekday }: Change): string {
  for (let year = now.getUTCFullYear(); ; year += 1) {
    const first = new Date(Date.UTC(year, month - 1, 1));
    const toSunday = (7 - first.getUTCDay()) % 7;
    const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
    const last = 1 + toSunday + 7 * Math.floor((days - 1 - toSunday) / 7);
    const day = { first: 1 + toSunday, second: 8 + toSunday, last }[weekday];
    const date = new Date(Date.UTC(year, month - 1, day));
    if (date.getTime() > now.getTime() + 2 * 86_400_000) return date.toISOString().slice(0, 10);
  }
}

function formats(context: CsvContext): CsvCase[] {
  const day = new Date(context.now.getTime() + 10 * 86_400_000).toISOString().slice(0, 10);
  const about = /^schedule_time ".*" must be (a local time|a time)/;
  const file = (time: string, zone = ''): string =>
    `${header},tz\nTime,telegram,${context.profileId},${time},${zone}\n`;
  const good: [string, string, string][] = [
    ['minutes', `${day} 09:00`, `${day}T09:00:00.000Z`],
    ['seconds', `${day} 09:00:59`, `${day}T09:00:59.000Z`],
    ['an offset', `${day}T09:00:00+02:00`, `${day}T07:00:00.000Z`],
    ['Z', `${day}T09:00:00.123Z`, `${day}T09:00:00.123Z`],
  ];
  const wrong: [string, string][] = [
    ['no minutes', `${day} 09`],
    ['a T and no offset', `${day}T09:00`],
    ['a day alone', day],
    ['no such hour', `${day} 24:30`],
    ['no such minute', `${day} 09:60`],
    ['no such day', `${day.slice(0, 4)}-02-30 09:00`],
    ['slashes', `${day.replaceAll('-', '/')} 09:00`],
    ['the day first', `${day.split('-').toReversed().join('.')} 09:00`],
    ['a number', '1773392400'],
    ['words', 'next monday at nine'],
  ];
  const outside = /^schedule_time ".*" must be at (least 60 seconds|most 366 days) in the future/;
  return [
    ...good.map(([name, time, instant]) => ({
      name: `time: ${name}`,
      file: file(time),
      expected: rowResults([true], { times: [instant] }),
    })),
    ...wrong.map(([name, time]) => ({ name: `time: ${name}`, file: file(time), expected: rowResults([about]) })),
    { name: 'time: past', file: file('2020-01-01 09:00'), expected: rowResults([outside]) },
    {
      name: 'time: in ten years',
      file: file(`${Number(day.slice(0, 4)) + 10}-01-01 09:00`),
      expected: rowResults([outside]),
    },
    {
      name: 'time: an offset wins over the zone',
      file: file(`${day}T09:00:00+02:00`, 'Asia/Tokyo'),
      expected: rowResults([true], { times: [`${day}T07:00:00.000Z`] }),
    },
    {
      name: 'time: an unknown zone',
      file: file(`${day} 09:00`, 'Mars/Base'),
      expected: rowResults([/^tz "Mars\/Base" must be an IANA time zone/]),
    },
    {
      name: 'time: an offset for a zone',
      file: file(`${day} 09:00`, '+02:00'),
      expected: rowResults([/^tz "\+02:00" must be an IANA time zone/]),
    },
  ];
}

const days = [0, 1, 2, 3, 4, 5, 6];

const daily = (timezone: string, times: readonly string[]) => ({
  timezone,
  slots: days.flatMap((dayOfWeek) => times.map((time) => ({ dayOfWeek, time }))),
});

export const schedules = [
  daily('UTC', ['06:00', '12:00', '18:00', '23:30']),
  daily('Europe/Berlin', ['02:30', '08:15', '20:45']),
  daily('America/New_York', ['00:00', '01:30', '09:00', '13:00', '17:00', '21:00']),
  daily('Australia/Lord_Howe', ['02:15', '10:00']),
];

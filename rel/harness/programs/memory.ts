import { readFileSync } from 'node:fs';

type Memory = AsyncDisposable & { startMb: number; peakMb(): number };

const pageBytes = 4096;

export function watchMemory(pid: number): Memory {
  const read = (): number => {
    try {
      return (Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * pageBytes) / 1024 / 1024;
    } catch {
      return 0;
    }
  };
  const startMb = Math.round(read());
  let peak = startMb;
  const timer = setInterval(() => (peak = Math.max(peak, read())), 20);
  return {
    startMb,
    peakMb: () => Math.round(peak),
    [Symbol.asyncDispose]: async () => clearInterval(timer),
  };
}

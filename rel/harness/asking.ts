import type { Child, Told } from './supervisor.ts';

const answerWithinMs = 15_000;

/** Sends commands to a process line by line; each answer names the command it belongs to. */
export function askingOf(child: Child): (command: object) => Promise<Told> {
  const waiting = new Map<number, (line: Told) => void>();
  child.onTold((line) => waiting.get(Number(line['id']))?.(line));
  let count = 0;
  return (command) => {
    const id = (count += 1);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no answer to ${JSON.stringify(command)}`)), answerWithinMs);
      waiting.set(id, (line) => {
        clearTimeout(timer);
        waiting.delete(id);
        resolve(line);
      });
      child.write(JSON.stringify({ id, ...command }));
    });
  };
}

import type { Child, ProcessEvent } from './supervisor.ts';

const timeoutMs = 15_000;

export function createCommandClient(child: Child): (command: object) => Promise<ProcessEvent> {
  const pending = new Map<number, (event: ProcessEvent) => void>();
  child.onEvent((event) => pending.get(Number(event['id']))?.(event));
  let count = 0;
  return (command) => {
    const id = (count += 1);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no response to ${JSON.stringify(command)}`)), timeoutMs);
      pending.set(id, (event) => {
        clearTimeout(timer);
        pending.delete(id);
        resolve(event);
      });
      child.write(JSON.stringify({ id, ...command }));
    });
  };
}

import { cpus, totalmem } from 'node:os';

export type Machine = {
  cpu: string;
  cores: number;
  memoryGb: number;
  node: string;
  postgres: string;
  /** Load average of the minute before the run. Other work on the machine moves every ratio towards 1. */
  loadBefore: number;
};

export function describeMachine(postgres: string, loadBefore: number): Machine {
  const [first, ...others] = cpus();
  return {
    cpu: first?.model.trim() ?? 'unknown',
    cores: others.length + 1,
    memoryGb: Math.round(totalmem() / 1e9),
    node: process.versions.node,
    postgres,
    loadBefore,
  };
}

import { spawnSync } from 'node:child_process';
import { bareEnvironment, runProgram, type Ran } from '../../kernel/run-program.ts';
import { convertArguments, measureArguments } from './ffmpeg-arguments.ts';

type Measured = { durationMs: number; isH264: boolean; isAac: boolean };
type Failure = { kind: 'failure'; reason: string };
type Input = Parameters<typeof measureArguments>[0];
type Conversion = Omit<Parameters<typeof convertArguments>[0], 'timeMsMax'>;

export type Ffmpeg = {
  measure(folder: string, input: Input): Promise<({ kind: 'measured' } & Measured) | Failure>;
  convert(folder: string, conversion: Conversion): Promise<{ kind: 'converted' } | Failure>;
};

type Options = { program: string; timeMsMax: number; stopping: AbortSignal };

const lookMsMax = 5000;

/** Synchronous, because its callers are. */
export function findFfmpeg(program: string): boolean {
  const { status, stdout } = spawnSync(program, ['-hide_banner', '-encoders'], {
    env: bareEnvironment,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: lookMsMax,
    killSignal: 'SIGKILL',
    encoding: 'latin1',
  });
  return status === 0 && /^ V\S* libx264 /m.test(stdout) && /^ A\S* aac /m.test(stdout);
}

export function createFfmpeg({ program, timeMsMax, stopping }: Options): Ffmpeg {
  const run = async (folder: string, args: readonly string[]): Promise<Ran> => {
    const ran = await runProgram({ program, args, folder, timeMsMax, stopping });
    // Thrown, not returned: the caller or another process tries again.
    if (ran.kind === 'stopped') throw new Error('Herald is stopping; a video was not converted');
    return ran;
  };
  return {
    measure: async (folder, input) => {
      const ran = await run(folder, measureArguments(input));
      if (ran.kind !== 'ended') return failureOf(ran, timeMsMax);
      return { kind: 'measured', ...readMeasured(ran) };
    },
    convert: async (folder, conversion) => {
      const ran = await run(folder, convertArguments({ ...conversion, timeMsMax }));
      return ran.kind === 'ended' ? { kind: 'converted' } : failureOf(ran, timeMsMax);
    },
  };
}

/** Parses `Stream #0:0(eng): Video: h264 (High), yuv420p(progressive), 1920x1080` and `out_time_us=2000000`. */
export function readMeasured({ output, faults }: Pick<Ran, 'output' | 'faults'>): Measured {
  const times = [...output.matchAll(/^out_time_us=(\d+)$/gm)].map(([, us]) => Number(us));
  const inputs = faults.split('Output #0')[0] ?? '';
  const streams = [...inputs.matchAll(/^ +Stream #0:.*$/gm)].map(([line]) => line);
  const video = streams.find((line) => line.includes(': Video: ')) ?? '';
  const audio = streams.find((line) => line.includes(': Audio: '));
  return {
    durationMs: Math.round((times.at(-1) ?? 0) / 1000),
    isH264: /: Video: h264\b.*, yuv420p[(,]/.test(video),
    isAac: audio === undefined || /: Audio: aac \(LC\)/.test(audio),
  };
}

function failureOf({ kind }: Pick<Ran, 'kind'>, timeMsMax: number): Failure {
  const late = `The video could not be converted within ${Math.ceil(timeMsMax / 60_000)} minutes.`;
  const reasons: Partial<Record<Ran['kind'], string>> = { late, absent: 'ffmpeg could not be started.' };
  return { kind: 'failure', reason: reasons[kind] ?? 'The video is damaged or has a format that cannot be converted.' };
}

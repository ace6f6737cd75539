import type { OperationName } from '#shared/contract/contract.ts';
import { collectGarbage } from './redrive-run.ts';
import { askedSince, type Answered, type Ask, type ScaledConsole } from './scaled-console.ts';

const warmUp = 1;
const rounds = 5;

/** A question of a page at each size. */
export interface MeasuredQuestion {
  readonly name: string;
  /** These have the order of the sizes. */
  readonly at: readonly MeasuredAt[];
}

interface MeasuredAt {
  readonly number: number;
  readonly rows: number;
  /** What the console's own receipt says. */
  readonly receipt: { readonly calls: number; readonly rru: number };
  /** What the AWS was asked, by its own counters. */
  readonly asked: { readonly calls: number; readonly rru: number };
  readonly times: readonly number[];
}

export interface MeasuredScale {
  readonly questions: readonly MeasuredQuestion[];
  /** The heap of the process after all questions, collected, and the most that the process ever had. */
  readonly heapMb: number;
  readonly peakMb: number;
}

export interface Question {
  readonly ask: (
    ask: Ask,
    number: number,
  ) => Promise<{ readonly answered: Answered<OperationName>; readonly rows: number }>;
  /** Runs afterwards, so that the next round finds the console as this one did. */
  readonly putBack?: (ask: Ask, number: number) => Promise<unknown>;
}

export interface OpenedAt {
  readonly number: number;
  readonly address: string;
  readonly console: ScaledConsole;
}

/** Asks every question at each size; the sizes take turns, so that other load on the machine affects all of them. */
export async function measureQuestions(
  opened: readonly OpenedAt[],
  questions: Readonly<Record<string, Question>>,
): Promise<MeasuredScale> {
  const measured: MeasuredQuestion[] = [];
  for (const [name, question] of Object.entries(questions)) {
    measured.push({ name, at: await measureQuestion(opened, question) });
  }
  collectGarbage();
  const heapMb = process.memoryUsage().heapUsed / 1_048_576;
  const peakMb = process.resourceUsage().maxRSS / 1_024;
  for (const { console } of opened) await console.close();
  return { questions: measured, heapMb, peakMb };
}

async function measureQuestion(
  opened: readonly OpenedAt[],
  { ask: put, putBack }: Question,
): Promise<MeasuredAt[]> {
  const first: Omit<MeasuredAt, 'times'>[] = [];
  for (const { number, address, console } of opened) {
    await askedSince(address);
    const { answered, rows } = await put(console.ask, number);
    const { calls, rru } = await askedSince(address);
    await putBack?.(console.ask, number);
    const { receipt } = answered;
    first.push({
      number,
      rows,
      receipt: { calls: receipt?.pages ?? 0, rru: receipt?.rru ?? 0 },
      asked: { calls: Object.values(calls).reduce((sum, count) => sum + count, 0), rru },
    });
  }
  const times: number[][] = opened.map(() => []);
  for (let round = 0; round < warmUp + rounds; round += 1) {
    for (let turn = 0; turn < opened.length; turn += 1) {
      const at = (round + turn) % opened.length;
      const one = opened[at];
      if (one === undefined) continue;
      const began = performance.now();
      await put(one.console.ask, one.number);
      if (round >= warmUp) times[at]?.push(performance.now() - began);
      await putBack?.(one.console.ask, one.number);
    }
  }
  return first.map((one, at) => ({ ...one, times: times[at] ?? [] }));
}

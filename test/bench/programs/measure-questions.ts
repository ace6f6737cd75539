import type { OperationName } from '#shared/contract/contract.ts';
import { collectGarbage } from './redrive-run.ts';
import { askedSince, type Answered, type Ask, type ScaledConsole } from './scaled-console.ts';

const warmUp = 1;
const rounds = 8;

/** A question of a page at each size. */
export interface MeasuredQuestion {
  readonly name: string;
  /** These have the order of the sizes. */
  readonly at: readonly MeasuredAt[];
}

interface Cost {
  readonly calls: number;
  readonly rru: number;
}

interface Round {
  readonly rows: number;
  /** As the console's own receipt says. */
  readonly receipt: Cost;
  /** As the AWS counted its own requests. */
  readonly asked: Cost;
  readonly ms: number;
}

export interface MeasuredAt {
  readonly number: number;
  /** The round that cost least: others may have read again what is remembered for a moment. */
  readonly least: Omit<Round, 'ms'>;
  /** The rounds in which the receipt and the counters differ. */
  readonly differ: readonly Pick<Round, 'receipt' | 'asked'>[];
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

async function measureQuestion(opened: readonly OpenedAt[], question: Question): Promise<MeasuredAt[]> {
  const taken: Round[][] = opened.map(() => []);
  for (let round = 0; round < warmUp + rounds; round += 1) {
    for (let turn = 0; turn < opened.length; turn += 1) {
      const at = (round + turn) % opened.length;
      const one = opened[at];
      if (one === undefined) continue;
      const cost = await askOnce(one, question);
      if (round >= warmUp) taken[at]?.push(cost);
    }
  }
  return opened.map(({ number }, at) => {
    const own = taken[at] ?? [];
    const least = own.reduce((one, other) => (isLess(other.asked, one.asked) ? other : one));
    return {
      number,
      least,
      differ: own.filter(({ receipt, asked }) => receipt.calls !== asked.calls || receipt.rru !== asked.rru),
      times: own.map(({ ms }) => ms),
    };
  });
}

async function askOnce({ number, address, console }: OpenedAt, { ask, putBack }: Question): Promise<Round> {
  await askedSince(address);
  const began = performance.now();
  const { answered, rows } = await ask(console.ask, number);
  const ms = performance.now() - began;
  const { calls, rru } = await askedSince(address);
  await putBack?.(console.ask, number);
  const { receipt } = answered;
  return {
    rows,
    receipt: { calls: receipt?.pages ?? 0, rru: receipt?.rru ?? 0 },
    asked: { calls: Object.values(calls).reduce((sum, count) => sum + count, 0), rru },
    ms,
  };
}

function isLess(one: Cost, other: Cost): boolean {
  return one.calls < other.calls || (one.calls === other.calls && one.rru < other.rru);
}

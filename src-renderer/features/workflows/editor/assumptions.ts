import type { WorkflowSample } from '#shared/contract/workflows/workflows.ts';

/** As typed. */
export interface TypedAssumptions {
  /** Empty: as measured, or what is assumed. */
  readonly seconds: string;
  readonly rate: string;
}

export const assumedSeconds = 90;
export const assumedRate = '38';
export const atFirst: TypedAssumptions = { seconds: '', rate: '' };

export interface Assumptions {
  readonly seconds: number;
  readonly secondsFrom: 'measured' | 'typed' | 'assumed';
  /** Of how many documents the measured one is the median. */
  readonly n: number | null;
  /** Dollars an hour, as exact text. */
  readonly rate: string;
  readonly rateFrom: 'typed' | 'assumed';
  readonly secondsProblem: string | undefined;
  readonly rateProblem: string | undefined;
}

/** What the what-if rests on. A figure that cannot be read is not used, and says so where it was typed. */
export function readAssumptions(
  typed: TypedAssumptions,
  measured: WorkflowSample['reviewSeconds'],
): Assumptions {
  const seconds = figureIn(typed.seconds, 1, 3_600);
  const rate = figureIn(typed.rate, 0, 1_000);
  return {
    ...(seconds === null
      ? {
          seconds: measured?.median ?? assumedSeconds,
          secondsFrom: measured === null ? ('assumed' as const) : ('measured' as const),
          n: measured?.n ?? null,
        }
      : { seconds: Number(seconds), secondsFrom: 'typed', n: null }),
    rate: rate ?? assumedRate,
    rateFrom: rate === null ? 'assumed' : 'typed',
    secondsProblem: isBad(typed.seconds, seconds) ? 'Expected 1 to 3,600 seconds.' : undefined,
    rateProblem: isBad(typed.rate, rate) ? 'Expected 0 to 1,000 dollars, such as 42.50.' : undefined,
  };
}

function isBad(text: string, read: string | null): boolean {
  return text.trim() !== '' && read === null;
}

function figureIn(text: string, least: number, most: number): string | null {
  const plain = text.trim().replace(/^\$/, '').replaceAll(',', '');
  if (!/^\d{1,5}(\.\d{1,4})?$/.test(plain)) return null;
  const value = Number(plain);
  return value >= least && value <= most ? plain : null;
}

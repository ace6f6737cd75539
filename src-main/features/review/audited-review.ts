import { z } from 'zod';
import { reviewKeyInput, type ReviewKey } from '#shared/contract/review/document.ts';

type Ids = Readonly<Record<string, string>>;

/**
 * What is audited of an action beside where: that something was corrected or said, and never what. Under four eyes not
 * even what was decided: the trail is read on this machine, where the second person may sit.
 * @param isFourEyes undefined where that is not known
 */
export function reviewIds(
  operation: string,
  input: unknown,
  isFourEyes: (key: ReviewKey) => boolean | undefined,
): Ids {
  if (!operation.startsWith('review.')) return {};
  const { data } = changeSchema.safeParse(input);
  if (data === undefined) return {};
  const { version, to, note, until, intentKey } = data;
  return {
    ...(version !== undefined && { version: String(version) }),
    ...(!mayBeBlind(input, isFourEyes) && decided(data)),
    ...(to !== undefined && { to }),
    ...(note !== undefined && { note: note === null ? 'none' : 'given' }),
    ...(until !== undefined && { until: until ?? 'taken back' }),
    // The key under which the pipeline remembers it.
    ...(intentKey !== undefined && { intentKey }),
  };
}

/** Most approve as it was read, in some seconds: whoever tries those finds the one with the hash. */
export function hashedOfReview(
  operation: string,
  input: unknown,
  isFourEyes: (key: ReviewKey) => boolean | undefined,
): unknown {
  if (operation !== 'review.decide' || !mayBeBlind(input, isFourEyes)) return input;
  return Object.fromEntries(Object.entries({ ...(input as object) }).filter(([name]) => !guessed.has(name)));
}

const guessed: ReadonlySet<string> = new Set(['decision', 'corrections', 'reason', 'seconds']);

function mayBeBlind(input: unknown, isFourEyes: (key: ReviewKey) => boolean | undefined): boolean {
  const key = reviewKeyInput.strip().safeParse(input);
  return !key.success || isFourEyes(key.data) !== false;
}

function decided({ decision, corrections, reason }: z.infer<typeof changeSchema>): Ids {
  return {
    ...(decision !== undefined && { decision }),
    ...(corrections !== undefined && { corrections: String(corrections.length) }),
    ...(reason !== undefined && { reason: reason === null ? 'none' : 'given' }),
  };
}

/** What an action came to: a lost race is answered as well as a decision. */
export function reviewOutcome(operation: string, value: unknown): Ids | undefined {
  if (!operation.startsWith('review.')) return undefined;
  const { data } = outcomeSchema.safeParse(value);
  if (data === undefined) return undefined;
  const { kind, problem, step, status } = data.outcome;
  return {
    outcome: kind,
    ...(problem !== undefined && { problem }),
    ...(kind === 'done' && step !== undefined && { step }),
    ...(kind === 'done' && status !== undefined && status !== null && { status }),
  };
}

const changeSchema = z
  .object({
    version: z.number(),
    decision: z.string(),
    corrections: z.array(z.unknown()),
    reason: z.string().nullable(),
    to: z.string(),
    note: z.string().nullable(),
    until: z.string().nullable(),
    intentKey: z.string(),
  })
  .partial();

const outcomeSchema = z.object({
  outcome: z.object({
    kind: z.string(),
    problem: z.string().optional(),
    step: z.string().optional(),
    status: z.string().nullable().optional(),
  }),
});

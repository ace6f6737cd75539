import { expect, it } from 'vitest';
import { aTroubledConsole, type Needed } from './a-troubled-console.ts';
import { chooseRuns } from '#test/setup/choose-runs.ts';
import { readsOfScreens } from './reads-of-screens.ts';

const atOnce = 24;
const rounds = chooseRuns({ short: 1, long: 2 });

it('with 20 % throttles and 5 % 500s on every call, 99.9 % of what pages request is answered in full', async () => {
  const console = await aTroubledConsole();
  const screens = await readsOfScreens(console);
  const reads = screens.flatMap((read) => Array.from({ length: rounds * read.times }, () => read));
  expect(reads.length).toBeGreaterThan(rounds * 2_500);
  Object.assign(console.trouble, { throttled: 0.2, broken: 0.05 });

  const made: { readonly screen: string; readonly needed: Needed; readonly said: string | null }[] = [];
  const waiting = [...reads];
  const readOn = async (): Promise<void> => {
    for (let read = waiting.pop(); read !== undefined; read = waiting.pop()) {
      const { answer, needed } = await console.ask(read.asked[0], read.asked[1]);
      made.push({ screen: read.screen, needed, said: troubleIn(answer) });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, readOn));
  console.close();

  const calls = sum(made.map(({ needed }) => needed.calls));
  const troubled = sum(made.map(({ needed }) => needed.troubled));
  const unwell = made.filter(({ said }) => said !== null);
  const single = made
    .filter(({ needed }) => needed.calls - needed.troubled === 1)
    .map(({ needed }) => needed);
  const attempts = single.map((needed) => needed.calls).toSorted((a, b) => a - b);
  const waits = made.map(({ needed }) => needed.waited).toSorted((a, b) => a - b);
  const figures = {
    reads: made.length,
    calls,
    troubled: troubled / calls,
    unwell: unwell.map(({ screen, said }) => `${screen}: ${said}`),
    single: single.length,
    attempts: [quantile(attempts, 0.5), quantile(attempts, 0.95), attempts.at(-1)],
    // Counts the reads that four attempts would not have completed.
    morePatient: attempts.filter((one) => one > 4).length,
    waits: [quantile(waits, 0.5), quantile(waits, 0.95), waits.at(-1)],
    most: [...console.mostInFlight()],
  };
  if (process.env['SLUICE_FIGURES'] !== undefined) process.stderr.write(`${JSON.stringify(figures)}\n`);
  expect(figures.troubled).toBeGreaterThan(0.23);
  expect(unwell.length / made.length, JSON.stringify(figures.unwell)).toBeLessThanOrEqual(0.001);
  // Decision 018 limits how often a single call is made.
  expect(figures.attempts.at(-1)).toBeLessThanOrEqual(8);
  expect(Math.max(...console.mostInFlight().values())).toBeLessThanOrEqual(8);
  expect(new Set(made.map(({ screen }) => screen)).size).toBe(
    new Set(screens.map(({ screen }) => screen)).size,
  );
  const services = [...console.mostInFlight().keys()].toSorted();
  expect(services).toEqual(['cloudwatch', 'dynamodb', 's3', 'sfn', 'sqs']);
}, 600_000);

/** Finds a refusal, or a part of an answer that could not be read. */
function troubleIn(answer: {
  readonly ok: boolean;
  readonly failure?: { readonly code: string };
}): string | null {
  if (!answer.ok) return answers.has(answer.failure?.code ?? '') ? null : JSON.stringify(answer.failure);
  return words.exec(JSON.stringify(answer))?.[0] ?? null;
}

/** These failures only say that something does not exist, so they count as answers. */
const answers = new Set(['not-found', 'execution-expired']);
const words = /"[^"]*(?:asked for a slower pace|problem is on its side|could not be reached)[^"]*"/;

function sum(all: readonly number[]): number {
  return all.reduce((so, one) => so + one, 0);
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
}

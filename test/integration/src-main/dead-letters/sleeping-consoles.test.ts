import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Dispatch } from '#local/aws/dispatch.ts';
import type { MovableClock } from '#local/world/clock.ts';
import { seededRandomness, type Randomness } from '#local/world/randomness.ts';
import { countPassedTime } from '#main/dead-letters/hold-clock.ts';
import type { ItemReceipt } from '#shared/contract/jobs.ts';
import type { Plan } from '#shared/contract/plans.ts';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import { chooseRuns } from '#test/setup/choose-runs.ts';
import { mortalConsole, type MortalConsole } from './mortal-console.ts';
import {
  buildPlan,
  drained,
  listSaved,
  plant,
  readRedrive,
  sample,
  type StoryParts,
} from './redrive-story.ts';

const rounds = chooseRuns({ short: 20, long: 300 });
const roundsInAWorld = 20;
const hour = 3_600_000;

it(
  `of ${rounds} races of two machines that sleep and whose clocks are set, over one queue, none loses a message or sends one twice untold`,
  async () => {
    const sum = await runRaces('redrive-messages', rounds);
    process.stdout.write(
      `${rounds} rounds of two consoles, ${sum.messages} messages, ${sum.sleeps} sleeps, ${sum.sets} clocks set: 0 lost, ${sum.twice} sent twice and ${sum.inBoth} in both queues, each of them told; ${sum.told} told in all\n`,
    );
    // Where nothing is sent twice, the rounds are too tame to prove that it is told.
    expect(sum.twice).toBeGreaterThan(0);
  },
  60_000 + rounds * 4_000,
);

const discardRounds = Math.ceil(rounds / 2);

it(
  `of ${discardRounds} such races of two discards, none calls a message discarded that is still in its queue`,
  async () => {
    const { messages, sleeps, sets, discarded } = await runRaces('discard-messages', discardRounds);
    process.stdout.write(
      `${discardRounds} rounds of two consoles, ${messages} messages, ${sleeps} sleeps, ${sets} clocks set: ${discarded} discarded, each of them saved and gone\n`,
    );
    expect(discarded).toBeGreaterThan(0);
  },
  60_000 + discardRounds * 4_000,
);

type Kind = StoryParts['kind'];

async function runRaces(kind: Kind, count: number) {
  const sum = { messages: 0, sleeps: 0, sets: 0, twice: 0, inBoth: 0, told: 0, discarded: 0 };
  for (let first = 0; first < count; first += roundsInAWorld) {
    const { aws, sqs, clock } = aPocketAws();
    for (let number = first; number < Math.min(count, first + roundsInAWorld); number += 1) {
      const random = seededRandomness(`two consoles ${number}`);
      const raced = await race({ aws, sqs, clock, random, number, kind });
      expect([number, ...raced.problems]).toEqual([number]);
      for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += raced[key];
    }
    aws.close();
  }
  return sum;
}

interface Race {
  readonly kind: Kind;
  readonly aws: ReturnType<typeof aPocketAws>['aws'];
  readonly sqs: ReturnType<typeof aPocketAws>['sqs'];
  readonly clock: MovableClock;
  readonly random: Randomness;
  readonly number: number;
}

/** Two persons on two machines sample the same queue one after the other, and both send back or discard all of it. */
async function race({ aws, sqs, clock, random, number, kind }: Race) {
  const source = `race-${number}`;
  const queue = `race-${number}-dlq`;
  const ids = await plant({ aws, sqs, random }, { source, queue, count: 1 + random.integer(35) });
  const move = moveOneAtATime(clock);
  const machines = ['a', 'b'].map((name) => aMachine({ clock, move, dispatch: aws.dispatch, random }, name));
  const consoles = machines.map((machine) =>
    mortalConsole({
      home: machine.home,
      dispatch: machine.dispatch,
      place: { region: aws.world.region, accountId: aws.world.account },
      configured: [{ name: queue, source }],
      now: machine.now,
      passed: machine.passed,
      sleep: machine.sleep,
      death: null,
    }),
  );
  try {
    const plans: Plan[] = [];
    for (const [at, console_] of consoles.entries()) {
      const seconds = 30 + random.integer(at === 0 ? 60 : 600);
      await sample(console_, queue, seconds, { now: () => (machines[at] ?? clock).now() });
      plans.push({ ...buildPlan(kind, queue, ids, number), planId: `race-${number}-${at}` });
      if (at === 0) await move(seconds * 1_000 + 1);
    }
    for (const machine of machines) machine.beginTrouble(0.02 + random.unit() * 0.25);
    await Promise.all(
      consoles.map(async (console_, at) => {
        await machines[at]?.sleep(random.integer(90_000));
        const plan = plans[at] as Plan;
        console_.engine.start(plan, { by: 'admin', reason: undefined });
        await runUntilDone(console_, plan);
      }),
    );
    for (const machine of machines) machine.beginTrouble(0);
    await move(3 * hour);
    const dead = new Set((await drained(sqs, queue)).map(({ MessageId }) => MessageId));
    const arrived = await drained(sqs, source);
    const receipts = consoles.map(
      ({ engine }, at) =>
        new Map(engine.receipts('local', plans[at]?.planId ?? '')?.map((one) => [one.id, one])),
    );
    const saved = new Set(
      consoles.flatMap((_, at) => listSaved(machines[at]?.home ?? '', plans[at]?.planId ?? '')),
    );
    const findProblems = kind === 'redrive-messages' ? problemsOfRedrive : problemsOfDiscard;
    const fates = ids.map((id) => ({
      id,
      isSaved: saved.has(id),
      copies: arrived.filter((one) => readRedrive(one) === id).length,
      isStillDead: dead.has(id),
      receipts: receipts.flatMap((byId) => byId.get(id) ?? []),
    }));
    return {
      problems: fates.flatMap((fate) => findProblems(fate).map((problem) => `${fate.id}: ${problem}`)),
      messages: ids.length,
      sleeps: machines.reduce((count, { happened }) => count + happened().sleeps, 0),
      sets: machines.reduce((count, { happened }) => count + happened().sets, 0),
      twice: fates.filter(({ copies }) => copies > 1).length,
      told: fates.filter(({ receipts: its }) => isTold(its)).length,
      discarded: fates.filter(({ receipts: its }) => its.some(({ state }) => state === 'fixed')).length,
      inBoth: fates.filter(({ copies, isStillDead }) => copies > 0 && isStillDead).length,
    };
  } finally {
    for (const console_ of consoles) {
      console_.redrive.close();
      await console_.engine.close();
    }
    for (const { home } of machines) rmSync(home, { recursive: true, force: true });
  }
}

interface Fate {
  readonly copies: number;
  readonly isStillDead: boolean;
  readonly isSaved: boolean;
  readonly receipts: readonly ItemReceipt[];
}

function problemsOfDiscard({ isStillDead, isSaved, receipts }: Fate): string[] {
  const problems: string[] = [];
  const told = receipts.map(({ state, note }) => `${state} (${note ?? ''})`).join(' and ');
  const isAny = (...states: readonly ItemReceipt['state'][]): boolean =>
    receipts.some(({ state }) => states.includes(state));
  if (isStillDead && isAny('fixed')) problems.push(`still in the queue: ${told}`);
  if (!isStillDead && !isSaved) problems.push(`lost: ${told}`);
  if (!isStillDead && !isAny('fixed', 'overtaken', 'still-running')) problems.push(`gone: ${told}`);
  if (receipts.length !== 2) problems.push(`${receipts.length} receipts`);
  return problems;
}

function problemsOfRedrive({ copies, isStillDead, receipts }: Fate): string[] {
  const problems: string[] = [];
  const told = receipts.map(({ state, note }) => `${state} (${note ?? ''})`).join(' and ');
  if (copies === 0 && !isStillDead) problems.push(`lost: ${told}`);
  if (copies > 1 && !isTold(receipts)) problems.push(`sent ${copies} times: ${told}`);
  if (copies > 0 && isStillDead && !isTold(receipts)) problems.push(`in both queues: ${told}`);
  const sent = receipts.filter(({ state }) => state === 'unconfirmed').length;
  if (sent > copies) problems.push(`called sent ${sent} times, and sent ${copies} times`);
  if (sent === 0 && copies > 0 && !isTold(receipts)) problems.push(`sent, and told as ${told}`);
  if (receipts.length !== 2) problems.push(`${receipts.length} receipts`);
  return problems;
}

/** Tells whether a receipt says that the message may have been sent twice, or may stand in both queues. */
function isTold(receipts: readonly ItemReceipt[]): boolean {
  return receipts.some(
    ({ state, note }) =>
      state === 'uncertain' || /may have sent it too|could not be deleted/.test(note ?? ''),
  );
}

async function runUntilDone({ engine }: MortalConsole, { planId }: Plan): Promise<void> {
  for (let turn = 0; turn < 2_000_000; turn += 1) {
    const job = engine.jobs('local').find(({ jobId }) => jobId === planId);
    if (job?.state === 'done') return;
    if (job !== undefined && job.state !== 'running') engine.resume('local', planId, 'admin');
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error(`It does not end: ${JSON.stringify(engine.jobs('local'))}`);
}

type Move = (ms: number) => Promise<void>;

/** The clock of the world takes one move after the other. */
function moveOneAtATime(clock: MovableClock): Move {
  let last = Promise.resolve();
  return (ms) => (last = last.then(() => clock.advance(ms)));
}

interface Around {
  readonly clock: MovableClock;
  readonly move: Move;
  readonly dispatch: Dispatch;
  readonly random: Randomness;
}

/**
 * A machine whose clock may be up to a day behind and an hour ahead, and is set at any time, and which falls asleep
 * before and after calls for up to two hours. A call that it slept through may have lost its answer.
 */
function aMachine({ clock, move, dispatch, random }: Around, name: string) {
  const home = mkdtempSync(join(tmpdir(), `sluice-race-${name}-`));
  let [share, slept, wakesAt, sleeps, sets] = [0, 0, 0, 0, 0];
  const drawOffset = (): number => random.integer(25 * hour) - 24 * hour;
  let offset = random.unit() < 0.5 ? 0 : drawOffset();
  const now = (): number => clock.now() + offset;
  const passed = countPassedTime({ now, elapsed: () => clock.now() - slept });

  /** Whatever runs on this machine waits here, while the other machine works on. */
  async function awake(): Promise<void> {
    while (clock.now() < wakesAt) {
      await new Promise((resolve) => setImmediate(resolve));
      await move(Math.min(200 + random.integer(5_000), Math.max(0, wakesAt - clock.now())));
    }
    // As the console does each second.
    passed();
  }

  function happen(): boolean {
    if (clock.now() < wakesAt || random.unit() >= share) return false;
    if (random.unit() < 0.3) {
      offset = drawOffset();
      sets += 1;
      passed();
      return false;
    }
    const ms = random.integer(random.unit() < 0.5 ? 120_000 : 2 * hour);
    wakesAt = clock.now() + ms;
    slept += ms;
    sleeps += 1;
    return true;
  }

  return {
    home,
    now,
    passed,
    happened: () => ({ sleeps, sets }),
    /** From now on this share of its calls is interrupted. */
    beginTrouble: (wanted: number): void => void (share = wanted),
    sleep: async (ms: number): Promise<void> => {
      await awake();
      await new Promise((resolve) => setImmediate(resolve));
      await move(ms);
      await awake();
    },
    dispatch: async (...[request, signal]: Parameters<Dispatch>): ReturnType<Dispatch> => {
      happen();
      await awake();
      const answer = await dispatch(request, signal);
      const sleptThrough = happen();
      await awake();
      if (sleptThrough && random.unit() < 0.5)
        throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
      return answer;
    },
  };
}

import { fork } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { heldMessages } from '#main/dead-letters/held-messages.ts';
import { openPlans } from '#main/features/plans/plans-handlers.ts';
import { openJobEngine } from '#main/jobs/engine.ts';
import { planHash } from '#main/features/plans/make-plan.ts';
import { readJournal } from '#main/jobs/journal.ts';
import type { Plan } from '#shared/contract/plans.ts';
import type { Result } from '#shared/contract/result.ts';
import { aSession } from '#test/builders/a-session.ts';
import { dispatchOverHttp } from '#test/builders/dispatch-over-http.ts';
import { doorsOver } from '#test/builders/doors-over.ts';

export interface MeasuredPlan {
  readonly items: number;
  readonly tenants: number;
  readonly batches: number;
  readonly atLeast: number | null;
  readonly calls: number;
  readonly rru: number;
  readonly planMs: number;
  /** Processor time of this process, and of the embedded AWS, while it was planned. */
  readonly mainMs: number;
  readonly awsMs: number;
  readonly hashMs: number;
  readonly startMs: number;
  readonly detailMs: number;
  readonly pageMs: number;
  readonly resumeMs: number;
  readonly journalMb: number;
  /** The size of the plan that the page gets for its dialog. */
  readonly dialogKb: number;
  readonly heldMb: number;
  readonly peakMb: number;
}

const [, , server = '', told = ''] = process.argv;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const heap = (): number => {
  collect();
  return process.memoryUsage().heapUsed / 2 ** 20;
};

const aws = fork(server, [told], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
const [, address = '', fingerprint = ''] = await new Promise<string[]>((resolve) => {
  aws.stdout?.once('data', (data: Buffer) => resolve(data.toString('utf8').trim().split(' ')));
});
const cost = async () => (await (await fetch(`${address}/cost`)).json()) as { calls: number; cpuMs: number };

const doors = doorsOver(dispatchOverHttp(address), Date.now);
const home = mkdtempSync(join(tmpdir(), 'bench-many-'));
const started: Plan[] = [];
const pause = () => new Promise<void>(() => undefined);
const engine = openJobEngine({
  home,
  action: () => ({
    kind: 'reprocess-many',
    repeatableForMs: 1,
    mostInCall: 50,
    firstLookAfter: () => 1,
    recheck: () => new Promise(() => undefined),
    send: () => new Promise(() => undefined),
    look: () => new Promise(() => undefined),
  }),
  seen: () => undefined,
  log: { info() {}, warn() {}, error() {}, fatal() {} },
  now: Date.now,
  sleep: pause,
  newKey: () => 'a-key',
});
const plans = openPlans({
  engine: {
    open: () => [],
    start(plan, how) {
      started.push(plan);
      return engine.start(plan, how);
    },
  },
  doors: () => doors,
  session: () => aSession(),
  messages: { held: heldMessages(), sentBefore: { of: () => null } },
  now: Date.now,
  random: Math.random,
});
// The console reads its journals when it starts.
engine.jobs('local');
const context = { reference: 'bench', role: 'support', host: 'browser' } as const;
const before = heap();
const awsBefore = await cost();
const begunAt = performance.now();
const plan = await timed(() =>
  plans.handlers['plans.make'](
    { target: { kind: 'reprocess-many', fingerprint, of: { is: 'matching' } } },
    context,
  ),
);
const planMs = performance.now() - begunAt;
const awsAfter = await cost();
doors.sent.length = 0;
const held = heap() - before;
const { planId, hash, many, reads } = plan.value;
const page = await timed(() => plans.handlers['plans.items']({ planId, offset: 40_000 }, context));
const start = await timed(() => plans.handlers['plans.start']({ planId, hash }, context));
const watch = () => ({ ok: true, value: engine.detail('local', planId) }) as const;
for (let round = 0; round < 5; round += 1) watch();
const detail = await timed(watch);
const [whole] = started;
if (whole === undefined || many === undefined || detail.value === null)
  throw new Error('Nothing was started');
const { hash: own, ...frozen } = whole;
const hashed = await timed(() => ({ ok: true, value: planHash(frozen) }) as const);
if (hashed.value !== own) throw new Error('The hash is another one');
const file = join(home, 'jobs', `${planId}.jsonl`);
const read = await timed(() => ({ ok: true, value: readJournal(file) }) as const);
if (read.value?.record.counts.waiting !== start.value.total) throw new Error('The journal was not read');
const measured: MeasuredPlan = {
  items: many.items,
  tenants: new Set(many.batches.map(({ tenantId }) => tenantId)).size,
  batches: many.batches.length,
  atLeast: many.limit?.atLeast ?? null,
  calls: reads.calls,
  rru: reads.rru,
  planMs,
  mainMs: plan.ms,
  awsMs: awsAfter.cpuMs - awsBefore.cpuMs,
  hashMs: hashed.ms,
  startMs: start.ms,
  detailMs: detail.ms,
  pageMs: page.ms,
  resumeMs: read.ms,
  journalMb: statSync(file).size / 2 ** 20,
  dialogKb: JSON.stringify(plan.value).length / 1_024,
  heldMb: held,
  peakMb: process.resourceUsage().maxRSS / 1_024,
};
rmSync(home, { recursive: true, force: true });
process.stdout.write(JSON.stringify(measured), () => process.exit());

/** Returns processor time, which other work on the machine does not change. */
async function timed<T>(work: () => Result<T> | Promise<Result<T>>): Promise<{ ms: number; value: T }> {
  const begun = process.cpuUsage();
  const answer = await work();
  const { user, system } = process.cpuUsage(begun);
  const ms = (user + system) / 1_000;
  if (!answer.ok) throw new Error(answer.failure.message);
  return { ms, value: answer.value };
}

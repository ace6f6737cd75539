import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { approveAction } from '#main/jobs/actions/approve-documents.ts';
import { reprocessAction } from '#main/jobs/actions/reprocess.ts';
import { openJobEngine } from '#main/jobs/engine.ts';
import type { JobAction } from '#main/jobs/job-action.ts';
import { planSchema } from '#shared/contract/plans.ts';
import { dispatchOverHttp } from '#test/builders/dispatch-over-http.ts';
import { doorsOver } from '#test/builders/doors-over.ts';

/**
 * Runs as a separate process until it is killed or its job has ended, with the real engine, action, reader
 * and client of the pipeline API, over HTTP to a world that outlives it. Its pauses are shortened to a
 * two-hundredth.
 */
const [address = '', home = '', planFile = '', repeatable = ''] = process.argv.slice(2);
const plan = planSchema.parse(JSON.parse(readFileSync(planFile, 'utf8')));
const doors = doorsOver(dispatchOverHttp(address), Date.now);
const fault = (fields: object, message: string): void => {
  process.stderr.write(`${message}: ${JSON.stringify(fields, Object.getOwnPropertyNames(Object(fields)))}\n`);
};

const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  setTimeout(ms / 200, undefined, { signal });

const engine = openJobEngine({
  home,
  action: (kind) =>
    kind === 'approve-documents'
      ? approveAction({ doors: () => doors })
      : once(reprocessAction({ doors: () => doors, seen: () => undefined, sleep })),
  seen: () => undefined,
  log: { info: () => undefined, warn: fault, error: fault, fatal: fault },
  now: Date.now,
  sleep,
  newKey: randomUUID,
});
const jobNow = () => engine.jobs('local').find(({ jobId }) => jobId === plan.planId);
engine.onChange(() => {
  const job = jobNow();
  // A person would resume the job whatever has braked it.
  if (job?.state === 'braked') setImmediate(() => engine.resume('local', plan.planId, 'a person'));
  if (job?.state === 'done') setImmediate(() => process.exit(0));
});
if (existsSync(join(home, 'jobs', `${plan.planId}.jsonl`))) {
  if (jobNow()?.state === 'braked') engine.resume('local', plan.planId, 'a person');
  engine.resumeInterrupted('local', plan.by);
  if (jobNow()?.state === 'done') process.exit(0);
} else {
  engine.start(plan, { by: plan.by, reason: undefined });
}

function once(action: JobAction): JobAction {
  return repeatable === 'never-twice' ? { ...action, repeatableForMs: null } : action;
}

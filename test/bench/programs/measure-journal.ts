import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beginJournal, readJournal, type Journal } from '#main/jobs/journal.ts';
import { planRamp } from '#shared/domain/pipeline-limits.ts';
import { aPlan, aPlanItem } from '#test/builders/a-job.ts';

const items = 10_000;
/** One call of the pipeline takes at most this many. */
const inACall = 50;
const rounds = 10;

export interface MeasuredJournal {
  /** These are the milliseconds for each line of the job, with all of them on disk. */
  readonly appends: readonly number[];
  /** These are the milliseconds to read the whole journal again. */
  readonly folds: readonly number[];
  readonly lines: number;
  readonly megabytes: number;
}

function measure(file: string): MeasuredJournal {
  const plan = aPlan({
    items: Array.from({ length: items }, (_, index) =>
      aPlanItem({ id: `doc-${String(index).padStart(12, '0')}`, name: `inv-${index}.pdf` }),
    ),
    ramp: [...planRamp(items)],
  });
  const at = new Date(0).toISOString();
  const line = { event: 'plan', at, format: 1, by: 'mira', reason: null, plan } as const;
  const journal = beginJournal(file, line, { now: Date.now });
  if (journal === null) throw new Error('There is a journal already');
  const appends = write(
    journal,
    plan.items.map(({ id }) => id),
  );
  journal.close();

  const folds: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    const read = readJournal(file);
    folds.push(performance.now() - started);
    if (read?.record.counts.fixed !== items) throw new Error(`It was not read: ${read?.damage ?? 'no plan'}`);
  }
  return { appends, folds, lines: appends.length + 1, megabytes: statSync(file).size / 2 ** 20 };
}

/**
 * Writes as a job does when documents end one after the other, with a line for each of them and two for each
 * call.
 */
function write(journal: Journal, ids: readonly string[]): number[] {
  const appends: number[] = [];
  const append = (event: Parameters<Journal['append']>[0]): void => {
    const started = performance.now();
    journal.append(event);
    appends.push(performance.now() - started);
  };
  let done = 0;
  for (const [place, size] of planRamp(ids.length).entries()) {
    for (const end = done + size; done < end;) {
      const call = journal.record.calls.length + 1;
      const going = ids.slice(done, Math.min(done + inACall, end));
      done += going.length;
      append({ event: 'intent', call, step: place + 1, key: `key-${call}`, ids: going });
      append({ event: 'sent', call, run: call, refused: [] });
      for (const id of going) {
        const endedAt = new Date(0).toISOString();
        const outcome = { id, state: 'fixed', status: 'SUCCEEDED', stage: null, run: call } as const;
        append({ event: 'outcomes', items: [{ ...outcome, endedAt, usd: '0.0161', note: null }] });
      }
    }
  }
  return appends;
}

const folder = mkdtempSync(join(tmpdir(), 'bench-journal-'));
process.stdout.write(JSON.stringify(measure(join(folder, 'job.jsonl'))));
rmSync(folder, { recursive: true, force: true });

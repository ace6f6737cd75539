import type { Result } from '#shared/contract/result.ts';
import type { Batch } from '#shared/contract/triage/batches.ts';

interface Parts<Target> {
  /** The batch alone, as the table has it now. */
  readonly read: (target: Target) => Promise<Result<readonly Batch[]>>;
  readonly tell: (target: Target, batches: readonly Batch[]) => void;
  readonly sleep: (ms: number) => Promise<unknown>;
}

/**
 * A run ends a moment after the last of its documents, and by then nobody looks after them any more. Its batch is read
 * a few times more, so that no list goes on saying that it runs. Who still runs after that has other documents to wait for.
 */
export function runsToTheirEnd<Target extends { readonly batchId: string }>(parts: Parts<Target>) {
  const followed = new Set<string>();
  return async (target: Target, runs: readonly number[]): Promise<void> => {
    const { batchId } = target;
    if (runs.length === 0 || followed.has(batchId)) return;
    followed.add(batchId);
    try {
      for (const pause of pauses) {
        await parts.sleep(pause);
        const batches = await parts.read(target);
        if (!batches.ok) return;
        parts.tell(target, batches.value);
        if (!runs.some((run) => batches.value.some((batch) => stillRuns(batch, run)))) return;
      }
    } catch {
      // The console ends, or its connection is no longer open: what a list says has its age beside it.
    } finally {
      followed.delete(batchId);
    }
  };
}

export function stillRuns({ runs }: Pick<Batch, 'runs'>, run: number): boolean {
  return runs[String(run)] === 'RUNNING';
}

/** In milliseconds. */
const pauses = [1_000, 1_000, 2_000, 3_000, 5_000, 8_000];

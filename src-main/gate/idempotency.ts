import { createHash } from 'node:crypto';
import { refused, type Result } from '#shared/contract/result.ts';

const kept = 24 * 3_600_000;
const capacity = 5_000;

interface Entry {
  readonly inputDigest: string;
  readonly result: Promise<Result<unknown>>;
  readonly at: number;
}

type RunOnce = (
  key: string | undefined,
  operation: string,
  input: unknown,
  run: () => Promise<Result<unknown>>,
) => Promise<Result<unknown>>;

/**
 * A command sent twice with one key (a retry after a lost answer, a double click) runs once and
 * both callers get the same result. The same key with another input is a mistake and is refused.
 */
export function rememberKeys(now: () => number): RunOnce {
  const entries = new Map<string, Entry>();

  return (key, operation, input, run) => {
    if (key === undefined) return run();
    const slot = `${operation}\n${key}`;
    const inputDigest = digest(input);
    const seen = entries.get(slot);
    if (seen !== undefined && now() - seen.at < kept) {
      if (seen.inputDigest === inputDigest) return seen.result;
      return Promise.resolve(
        refused({
          code: 'key-reused',
          message: `This idempotency key was already used for ${operation} with another input. Nothing was done.`,
        }),
      );
    }
    const result = run();
    entries.delete(slot);
    const entry = { inputDigest, result, at: now() };
    entries.set(slot, entry);
    forgetOldest(entries);
    void forgetIfUndone(entries, slot, entry);
    return result;
  };
}

async function forgetIfUndone(entries: Map<string, Entry>, slot: string, entry: Entry): Promise<void> {
  if (isCertainlyUndone(await entry.result) && entries.get(slot) === entry) entries.delete(slot);
}

/**
 * A refusal did nothing, so the same key may be tried again; an unexpected error may have done half of the work.
 */
function isCertainlyUndone(result: Result<unknown>): boolean {
  return !result.ok && result.failure.code !== 'unexpected';
}

function forgetOldest(entries: Map<string, Entry>): void {
  for (const slot of entries.keys()) {
    if (entries.size <= capacity) return;
    entries.delete(slot);
  }
}

/** The order of keys has no meaning: {a,b} and {b,a} are the same input. */
export function digest(input: unknown): string {
  return createHash('sha256').update(canonical(input)).digest('hex');
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

import { ok, type Result } from '#shared/contract/result.ts';
import type { DocumentRow } from '#shared/contract/triage/documents.ts';
import { timesFailedTheSame } from '#shared/domain/poison.ts';
import { mayBePoison } from '#shared/domain/reprocess-verdict.ts';
import type { CatalogueReader } from '../../aws/reading.ts';
import { passportRow } from '../rows/passport-row.ts';
import type { ReadsSoFar } from './reads-so-far.ts';

interface Parts {
  readonly reader: CatalogueReader;
  readonly reads: ReadsSoFar;
}

/** A run leaves two lines or three, so this is many runs. */
const linesRead = 100;

/** Of those that have been through several runs, how often each has failed as it has failed now. */
export async function countFailures(
  rows: readonly DocumentRow[],
  { reader, reads }: Parts,
): Promise<Result<ReadonlyMap<string, number>>> {
  const counts = new Map<string, number>();
  const candidates = rows.filter((row) => row.error !== null && mayBePoison(row));
  // The reader itself asks few at a time.
  const passports = await Promise.all(
    candidates.map(async (row) => ({
      row,
      read: reads.paid(
        await reader.run(
          'extraction.documentHistory',
          { tenantId: row.tenantId, documentId: row.documentId },
          { pageSize: linesRead, consistent: true },
        ),
      ),
    })),
  );
  for (const { row, read } of passports) {
    if (!read.ok) return read;
    if (row.error === null) continue;
    counts.set(row.documentId, timesFailedTheSame(row.error, read.value.items.map(passportRow)));
  }
  return ok(counts);
}

import { ok, type Result } from '#shared/contract/result.ts';
import type { DocumentRow } from '#shared/contract/triage/documents.ts';
import { timesFailedTheSame } from '#shared/domain/poison.ts';
import { mayBePoison } from '#shared/domain/reprocess-verdict.ts';
import type { CatalogueReader } from '../../aws/reading.ts';
import { passportRow } from '../../rows/passport-rows.ts';
import type { ReadsSoFar } from '../../reads/paid-reads.ts';

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
  const counted = await Promise.all(
    candidates.map(async ({ tenantId, documentId, error }): Promise<Result<null>> => {
      const of = { tenantId, documentId };
      const options = { pageSize: linesRead, consistent: true };
      const read = reads.paid(await reader.run('extraction.documentHistory', of, options));
      if (!read.ok) return read;
      // At once: of 10,000 documents the counts are kept, and not their passports.
      if (error !== null)
        counts.set(documentId, timesFailedTheSame(error, read.value.items.map(passportRow)));
      return ok(null);
    }),
  );
  return counted.find((one) => !one.ok) ?? ok(counts);
}

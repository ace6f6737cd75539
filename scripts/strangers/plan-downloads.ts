import type { Dice } from './dice.ts';
import type { Item, PlantedDownload, PlantedFile, StrangersWorld } from './world.ts';

const aDay = 86_400_000;

/** Plans downloads in the two tables of domain.md; attributes other than keys may be missing or of another type. */
export function planDownloads(
  dice: Dice,
  now: number,
  time: (at: number) => string,
): {
  readonly planted: Pick<StrangersWorld, 'files' | 'downloads'>;
  readonly items: Pick<StrangersWorld['items'], 'jobs' | 'batches'>;
} {
  const files: PlantedFile[] = [];
  const downloads: PlantedDownload[] = [];
  const jobs: Item[] = [];
  const batches: Item[] = [];
  const hasLife = dice.chance(0.6);
  const isSpare = dice.chance(0.4);
  const entities = dice.of<readonly string[]>([
    ['accounts', 'positions', 'trades', 'fees'],
    ['Kunden.täglich', 'Verträge', 'a b', 'x'],
    ['2026', 'batch', 'fund-42', 'fund-43'],
  ]);
  const days = dice.between(0, 2);
  for (let back = 0; back < days; back += 1) {
    const date = new Date(now - back * aDay).toISOString().slice(0, 10);
    const batchId = `batch-${date}-${dice.uuid()}`;
    const status = dice.of(['initiated', 'queued', 'queued', 'completed', 'timeout', 'failed']);
    const own = entities.slice(0, dice.between(0, 4)).map((entity) => {
      const fileStatus = dice.of([
        'available',
        'available',
        'downloading',
        'downloading',
        'completed',
        'failed',
        'error',
      ]);
      // The age is never near 30 minutes, where a file begins to count as stuck.
      const age = dice.of([2, 9, 20, 45, 200, 900]) * 60_000;
      return { fileId: `${entity}-${date}`, batchId, status: fileStatus, since: now - back * aDay - age };
    });
    files.push(...own);
    const ids = (...wanted: string[]) =>
      own.flatMap((file) => (wanted.includes(file.status) ? file.fileId : []));
    const download: PlantedDownload = {
      batchId,
      date,
      status,
      expected: own.map(({ fileId }) => fileId),
      completed: ids('completed'),
      failed: ids('failed', 'error'),
    };
    downloads.push(download);
    const life = hasLife ? { TTL: { N: String(Math.floor(now / 1_000) + 20 * 86_400) } } : {};
    batches.push({
      BatchID: { S: batchId },
      PollingDate: { S: date },
      Status: { S: status },
      ...sets(download),
      ...(isSpare
        ? {}
        : { StartTime: { S: time(now) }, CreatedAt: { S: time(now) }, UpdatedAt: { S: time(now) } }),
      ...life,
    });
    jobs.push(
      ...own.map((file): Item => ({
        FileID: { S: file.fileId },
        BatchID: { S: batchId },
        Status: { S: file.status },
        StatusUpdatedAt: { N: String(file.since) },
        ...(isSpare ? { Size: { N: '0.30000000000000000000000000000000000001' } } : { Entity: { S: 'e' } }),
        ...life,
      })),
    );
  }
  return { planted: { files, downloads }, items: { jobs, batches } };
}

/** Leaves out empty sets, because DynamoDB stores none. */
function sets({ expected, completed, failed }: PlantedDownload): Item {
  return {
    ...(expected.length > 0 && { ExpectedFiles: { SS: [...expected] } }),
    ...(completed.length > 0 && { CompletedFiles: { SS: [...completed] } }),
    ...(failed.length > 0 && { FailedFiles: { SS: [...failed] } }),
  };
}

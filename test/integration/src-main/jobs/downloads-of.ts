import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { FileItem } from '#pipelines/downloads/download-items.ts';
import { toItem, type PlainItem } from '#pipelines/plain-items.ts';
import type { StoredItem } from '#main/aws/dynamodb/reading.ts';
import { batchNow, filesNow } from '#main/jobs/actions/read-downloads.ts';
import { fileRow } from '#main/rows/download-rows.ts';
import { readDay } from '#main/reads/download-day.ts';
import type { DownloadBatch, DownloadDay, DownloadFile } from '#shared/contract/downloads.ts';
import { dayAfter, formatUtcDay } from '#shared/domain/download-days.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import type { JobsDesk } from './a-jobs-desk.ts';

/** Reads the downloads of a desk's world as the console does. */
export function openDownloads({ doors: { reader }, world }: JobsDesk) {
  const now = (): number => world.clock.now();
  const asFile = (item: StoredItem): DownloadFile => fileRow(item, now());
  const parts = () => ({ reader, now: now() });
  const stuck = async (): Promise<DownloadFile[]> => {
    const olderThan = now() - 30 * 60_000;
    return valueOf(await reader.run('downloads.stuckFiles', { olderThan })).items.map(asFile);
  };
  const inStatus = async (fileStatus: DownloadFile['status'] & string): Promise<DownloadFile[]> =>
    valueOf(await reader.run('downloads.filesByStatus', { fileStatus })).items.map(asFile);
  return {
    today: () => formatUtcDay(now()),
    daysAgo: (days: number) => dayAfter(formatUtcDay(now()), -days),
    async file(id: string): Promise<DownloadFile> {
      const found = valueOf(await filesNow([id], parts())).get(id);
      if (found === undefined) throw new Error(`There is no file ${id}`);
      return found;
    },
    async batch(id: string): Promise<DownloadBatch> {
      const found = valueOf(await batchNow(id, parts()));
      if (found === null) throw new Error(`There is no batch ${id}`);
      return found;
    },
    day: async (date: string): Promise<DownloadDay> => valueOf(await readDay(date, parts())),
    stuck,
    inStatus,
    /** Returns four files that arrive once they are requeued. */
    async four(): Promise<DownloadFile[]> {
      const files = [...(await inStatus('failed')), ...(await stuck())];
      const four = files.filter(({ timeToLive }) => timeToLive.kind === 'until').slice(0, 4);
      if (four.length < 4) throw new Error('Four cannot be requeued');
      return four;
    },
    /** Writes a file as the pipeline would. */
    async put(file: Partial<FileItem> & Pick<FileItem, 'FileID'>): Promise<void> {
      const Item = toItem({ ...anyFile(now()), ...file } as unknown as PlainItem);
      await world.dynamodb.send(
        new PutItemCommand({ TableName: namesByConvention('sandbox').downloads.jobsTable, Item }),
      );
    },
  };
}

function anyFile(now: number): Omit<FileItem, 'FileID'> {
  return {
    BatchID: 'batch-of-the-test',
    Status: 'failed',
    Entity: 'rates',
    DownloadDate: formatUtcDay(now),
    PresignedURL: 'https://provider.example/rates?X-Amz-Signature=hushhush',
    EncryptedAESKey: 'a2V5',
    EncodedAESIV: 'dmVjdG9y',
    CreatedAt: new Date(now).toISOString(),
    StatusUpdatedAt: now,
    TTL: Math.floor(now / 1_000) + 30 * 86_400,
  };
}

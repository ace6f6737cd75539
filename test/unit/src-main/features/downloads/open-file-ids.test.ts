import { expect, it } from 'vitest';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aDownloadsDesk } from './a-downloads-desk.ts';

it('open files are asked for by what they are called, also where that is not shown', async () => {
  const desk = await aDownloadsDesk();
  const ids = ['of-a@b.example', 'of-c@d.example'];
  for (const [at, FileID] of ids.entries()) {
    const Status = at === 0 ? 'failed' : 'available';
    await desk.world.put('data-download-jobs', { FileID: { S: FileID }, Status: { S: Status } });
  }
  await desk.world.put('data-download-batches', {
    BatchID: { S: 'batch-odd' },
    Status: { S: 'queued' },
    ExpectedFiles: { SS: ids },
  });
  const { files } = valueOf(await desk.call('downloads.openFiles', { batchId: 'batch-odd' }));
  expect(files.map(({ fileId, file }) => [fileId, file?.status])).toEqual([
    ['(an e-mail address)', 'failed'],
    ['(an e-mail address) 2', 'available'],
  ]);
});

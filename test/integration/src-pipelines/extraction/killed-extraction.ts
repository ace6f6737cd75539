import { writeSync } from 'node:fs';
import { fakeReaders } from '#test/builders/fake-readers.ts';
import { runExtraction } from '#test/builders/run-extraction.ts';

/**
 * Runs pocket AWS with the pipeline as a separate process until it is killed, on a folder and on the
 * machine's clock. With file names it submits a batch of them first. It prints `batch <tenant> <project>
 * <id>`, and `read` each time a stage begins to read.
 */
const [folder = '', ...names] = process.argv.slice(2);
const say = (line: string): void => {
  writeSync(1, `${line}\n`);
};
const readers = fakeReaders({ latencyMs: 20, files: { 'corrupt.pdf': corrupt() } });

const extraction = await runExtraction({
  folder,
  readers: {
    textract: (job) => (say('read'), readers.textract(job)),
    gapFill: (job, read) => (say('read'), readers.gapFill(job, read)),
    verify: (job, read, filled) => (say('read'), readers.verify(job, read, filled)),
  },
});
if (names.length > 0) {
  await extraction.plant();
  const { batch, documents } = await extraction.submit(names);
  say(`batch ${batch.tenantId} ${batch.projectId} ${batch.batchId}`);
  await extraction.upload(documents);
}
// Pocket AWS's timers do not keep a process alive, so this one does.
setInterval(() => undefined, 1_000);

function corrupt() {
  return { fails: { at: 'textract', as: 'BadDocumentException' } } as const;
}

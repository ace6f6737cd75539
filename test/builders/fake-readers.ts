import {
  ReaderError,
  type ReaderErrorCode,
  type ReaderJob,
  type ReadField,
  type Readers,
  type Stage,
} from '#pipelines/extraction/readers.ts';

export interface FakeFile {
  readonly score?: number;
  readonly fails?: {
    readonly at: Stage;
    readonly as: ReaderErrorCode;
    /** Limits how many attempts of a run fail. Without it, all of them do. */
    readonly times?: number;
    /** Limits the failures to runs up to this one. Without it, every run fails. */
    readonly untilRun?: number;
  };
  /** Gives the size of the reading in bytes. */
  readonly bytes?: number;
}

/** Returns readers that take the given time, and find what the file's entry says. */
export function fakeReaders({
  latencyMs = 5_000,
  files = {},
}: {
  /** Applies to each of the three stages. */
  readonly latencyMs?: number;
  /** Maps file names to their behaviour. */
  readonly files?: Readonly<Record<string, FakeFile>>;
} = {}): Readers & { readonly calls: readonly { readonly stage: Stage; readonly documentId: string }[] } {
  const calls: { stage: Stage; documentId: string }[] = [];

  async function work(stage: Stage, job: ReaderJob): Promise<FakeFile> {
    calls.push({ stage, documentId: job.documentId });
    const file = files[job.key.slice(job.key.lastIndexOf('/') + 1)] ?? {};
    await job.sleep(latencyMs);
    const { fails } = file;
    const isBad =
      fails?.at === stage &&
      job.retryCount < (fails.times ?? Number.POSITIVE_INFINITY) &&
      job.run <= (fails.untilRun ?? Number.POSITIVE_INFINITY);
    if (isBad) throw new ReaderError(fails.as, `${fails.as} in ${stage}`);
    return file;
  }

  return {
    calls,
    async textract(job) {
      const { bytes = 8 } = await work('textract', job);
      return {
        fields: { number: field('x'.repeat(bytes)) },
        lineItems: [],
        missing: ['total'],
        text: [],
        words: [],
        usage: { pages: 1, ms: latencyMs },
      };
    },
    async gapFill(job) {
      await work('gap-fill', job);
      return { fields: { total: field('12.50') }, usage };
    },
    async verify(job, read, filled) {
      const { score = 0.95 } = await work('verify', job);
      const fields = { ...read.fields, ...filled.fields };
      return { fields, checks: [{ name: 'Total', passed: true, detail: 'It adds up' }], score, usage };
    },
  };
}

const usage = { model: 'a model', inputTokens: 100, outputTokens: 10, ms: 5_000 };

function field(value: string): ReadField {
  return { value, confidence: 0.9, readBy: 'textract', page: 1, box: [0.1, 0.1, 0.2, 0.05] };
}

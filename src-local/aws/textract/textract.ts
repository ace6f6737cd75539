import type { Collection } from '../../journal/store.ts';
import type { World } from '../../world/world.ts';
import { AwsError } from '../protocol/aws-error.ts';
import { bindOperation, jsonService, type Call, type JsonService } from '../protocol/operation.ts';
import { integer, list, required, string, structure } from '../protocol/shapes.ts';
import { listDocumentBlocks, listExpenseDocuments } from './found-answers.ts';
import type { FileReading, FoundPages, ReadFile } from './found-pages.ts';

/**
 * Amazon Textract: expense analysis, forms and tables, at once or as a job.
 * https://docs.aws.amazon.com/textract/latest/dg/API_Operations.html
 */
export function textract(world: World, readFile: ReadFile = cannotRead): JsonService {
  const { store } = world;
  const engine: Engine = {
    world,
    readFile,
    jobs: store.collection('textract/jobs'),
    tokens: store.collection('textract/tokens'),
  };
  return jsonService({
    name: 'textract',
    target: 'Textract',
    jsonVersion: '1.1',
    engine,
    operations,
    refuse,
  });
}

function cannotRead(): never {
  throw new Error('This world reads no files');
}

function refuse(problems: readonly { readonly message: string }[]): AwsError {
  return new AwsError('InvalidParameterException', problems.map(({ message }) => message).join('; '));
}

interface Engine {
  readonly world: World;
  readonly readFile: ReadFile;
  readonly jobs: Collection<JobRecord>;
  /** The jobs by their request's token. */
  readonly tokens: Collection<string>;
}

interface JobRecord {
  readonly kind: 'expense' | 'document';
  readonly bucket: string;
  readonly key: string;
  readonly features: readonly string[];
  readonly token: string | null;
  readonly startedAt: number;
  readonly endsAt: number;
}

const place = structure({
  S3Object: required(
    structure({
      Bucket: required(string({ min: 3, max: 255, pattern: /^[0-9A-Za-z._-]*$/ })),
      Name: required(string({ min: 1, max: 1_024 })),
    }),
  ),
});
const features = required(list(string({ oneOf: ['TABLES', 'FORMS'] }), { min: 1 }));
const start = {
  DocumentLocation: required(place),
  ClientRequestToken: string({ min: 1, max: 64, pattern: /^[a-zA-Z0-9_-]+$/ }),
};
const get = { JobId: required(string({ min: 1, max: 64 })), NextToken: string({ min: 1, max: 255 }) };

const operation = bindOperation<Engine>();

const operations = [
  operation({
    name: 'AnalyzeExpense',
    input: structure({ Document: required(place) }),
    async run(engine, { Document }, call) {
      const found = await readAtOnce(engine, Document.S3Object, call);
      return { ...describePages(found), ExpenseDocuments: listExpenseDocuments(found) };
    },
  }),
  operation({
    name: 'AnalyzeDocument',
    input: structure({ Document: required(place), FeatureTypes: features }),
    async run(engine, { Document, FeatureTypes }, call) {
      const found = await readAtOnce(engine, Document.S3Object, call);
      return { ...describePages(found), ...modelVersion, Blocks: listDocumentBlocks(found, FeatureTypes) };
    },
  }),
  operation({
    name: 'StartExpenseAnalysis',
    input: structure(start),
    run: (engine, { DocumentLocation, ClientRequestToken: token = null }, call) =>
      startJob(engine, { kind: 'expense', features: [], token, ...locate(DocumentLocation.S3Object) }, call),
  }),
  operation({
    name: 'StartDocumentAnalysis',
    input: structure({ ...start, FeatureTypes: features }),
    run: (engine, { DocumentLocation, FeatureTypes, ClientRequestToken: token = null }, call) => {
      const at = locate(DocumentLocation.S3Object);
      return startJob(engine, { kind: 'document', features: FeatureTypes, token, ...at }, call);
    },
  }),
  operation({
    name: 'GetExpenseAnalysis',
    input: structure({ ...get, MaxResults: integer({ min: 1 }) }),
    async run(engine, { JobId, NextToken, MaxResults = mostExpenses }, call) {
      const job = findJob(engine, JobId, 'expense');
      return answerJob(engine, job, call, (found) => {
        const most = Math.min(MaxResults, mostExpenses);
        const { part, next } = takePart(listExpenseDocuments(found), NextToken, most);
        return { ExpenseDocuments: part, ...next };
      });
    },
  }),
  operation({
    name: 'GetDocumentAnalysis',
    input: structure({ ...get, MaxResults: integer({ min: 1 }) }),
    async run(engine, { JobId, NextToken, MaxResults = mostBlocks }, call) {
      const job = findJob(engine, JobId, 'document');
      return answerJob(engine, job, call, (found) => {
        const most = Math.min(MaxResults, mostBlocks);
        const { part, next } = takePart(listDocumentBlocks(found, job.features), NextToken, most);
        return { Blocks: part, ...next };
      });
    },
  }),
];

const mostExpenses = 20;
const mostBlocks = 1_000;
const modelVersion = { AnalyzeDocumentModelVersion: '1.0' };

type S3Place = { readonly Bucket: string; readonly Name: string };

function locate({ Bucket, Name }: S3Place): Pick<JobRecord, 'bucket' | 'key'> {
  return { bucket: Bucket, key: Name };
}

function describePages({ pages }: FoundPages): object {
  return { DocumentMetadata: { Pages: pages } };
}

async function readAtOnce(engine: Engine, object: S3Place, call: Call): Promise<FoundPages> {
  const reading = await readObject(engine, locate(object));
  if ('found' in reading && reading.found.pages > 1) {
    throw new AwsError('UnsupportedDocumentException', 'Request has unsupported document format');
  }
  await call.takeTime(reading.ms);
  call.requestId = reading.requestId ?? call.requestId;
  if ('found' in reading) return reading.found;
  throw new AwsError(reading.code, reading.message);
}

async function readObject(
  { world, readFile }: Engine,
  { bucket, key }: Pick<JobRecord, 'bucket' | 'key'>,
): Promise<FileReading> {
  const at = { Bucket: bucket, Key: key };
  const { Metadata } = await askS3<{ Metadata: Record<string, string> }>(world, 'HeadObject', at);
  const bytes = async (): Promise<Uint8Array> =>
    (await askS3<{ Body: Uint8Array }>(world, 'GetObject', at)).Body;
  return readFile({ bucket, key, metadata: Metadata, bytes });
}

async function askS3<T>(world: World, name: string, at: object): Promise<T> {
  try {
    return (await world.call('s3', name, at)) as T;
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    const message =
      'Unable to get object metadata from S3. Check object key, region and/or access permissions.';
    throw new AwsError('InvalidS3ObjectException', message);
  }
}

/** AWS keeps the results of a job for seven days. */
const keptMs = 7 * 86_400_000;

async function startJob(
  engine: Engine,
  asked: Omit<JobRecord, 'startedAt' | 'endsAt'>,
  call: Call,
): Promise<object> {
  const { world, jobs, tokens } = engine;
  const now = world.clock.now();
  const known = asked.token === null ? undefined : tokens.get(asked.token);
  const job = known === undefined ? undefined : jobs.get(known);
  if (known !== undefined && job && job.startedAt >= now - keptMs) return reuseJob(known, job, asked);
  const reading = await readObject(engine, asked);
  if ('code' in reading && reading.code === 'ThrottlingException') {
    await call.takeTime(reading.ms);
    call.requestId = reading.requestId ?? call.requestId;
    throw new AwsError(reading.code, reading.message);
  }
  forgetOldJobs(engine, now - keptMs);
  const JobId = world.random.hex(64);
  jobs.set(JobId, { ...asked, startedAt: now, endsAt: now + reading.ms });
  if (asked.token !== null) tokens.set(asked.token, JobId);
  return { JobId };
}

/** The oldest are first. */
function forgetOldJobs({ jobs, tokens }: Engine, before: number): void {
  const old: [string, JobRecord][] = [];
  for (const entry of jobs.entries()) {
    if (entry[1].startedAt >= before) break;
    old.push(entry);
  }
  for (const [id, { token }] of old) {
    jobs.delete(id);
    if (token !== null && tokens.get(token) === id) tokens.delete(token);
  }
}

function reuseJob(JobId: string, job: JobRecord, asked: Omit<JobRecord, 'startedAt' | 'endsAt'>): object {
  const isSame = job.kind === asked.kind && job.bucket === asked.bucket && job.key === asked.key;
  if (isSame) return { JobId };
  const message =
    'A ClientRequestToken input parameter was reused with an operation, but at least one of the other input parameters is different from the previous call to the operation.';
  throw new AwsError('IdempotentParameterMismatchException', message);
}

function findJob({ jobs }: Engine, id: string, kind: JobRecord['kind']): JobRecord {
  const job = jobs.get(id);
  if (job?.kind === kind) return job;
  throw new AwsError('InvalidJobIdException', 'Request has invalid Job Id');
}

/** A client asks every few seconds. Where a job ends sooner than that, its end is waited for, so that no time is lost. */
const answersWithinMs = 2_000;

async function answerJob(
  engine: Engine,
  job: JobRecord,
  call: Call,
  describe: (found: FoundPages) => object,
): Promise<object> {
  const left = job.endsAt - engine.world.clock.now();
  if (left > answersWithinMs) return { JobStatus: 'IN_PROGRESS' };
  if (left > 0) await call.takeTime(left);
  const reading = await readObject(engine, job);
  call.requestId = reading.requestId ?? call.requestId;
  if ('code' in reading) return { JobStatus: 'FAILED', StatusMessage: reading.message };
  const version = job.kind === 'document' ? modelVersion : {};
  return { JobStatus: 'SUCCEEDED', ...describePages(reading.found), ...version, ...describe(reading.found) };
}

function takePart<T>(
  all: readonly T[],
  token: string | undefined,
  most: number,
): { part: readonly T[]; next: { NextToken?: string } } {
  const from = token === undefined ? 0 : Number(token);
  if (!Number.isSafeInteger(from) || from < 0 || from > all.length) {
    throw new AwsError('InvalidParameterException', 'Request has invalid parameters');
  }
  const to = from + most;
  return { part: all.slice(from, to), next: to < all.length ? { NextToken: String(to) } : {} };
}

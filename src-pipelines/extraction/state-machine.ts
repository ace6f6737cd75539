import { documentsAtOnce, documentsPerBatch } from '#shared/domain/pipeline-limits.ts';
import type { PipelineNames } from '#shared/domain/pipeline-names.ts';
import type { PipelineParts } from '../parts.ts';
import { isRetried, type ReaderErrorCode } from './readers.ts';
import definition from './batch-processing.asl.json' with { type: 'json' };

/** The state machine as it is created: the file with its `${…}` filled. */
export function stateMachineDefinition(names: PipelineNames, webhookQueueUrl: string): string {
  const { extraction, extractionFunctions: functions } = names;
  return JSON.stringify(
    filled(
      definition,
      new Map<string, unknown>([
        ['Table', extraction.table],
        ['ListDocuments', functions.listDocuments],
        ['ProcessDocument', functions.processDocument],
        ['MarkDocumentFailed', functions.markDocumentFailed],
        ['FinaliseBatch', functions.finaliseBatch],
        ['WebhookQueueUrl', webhookQueueUrl],
        ['DocumentsBucket', extraction.documentsBucket],
        ['DocumentsPerBatch', documentsPerBatch],
        ['StatesOfAChild', statesOfAChild],
        ['DocumentsAtOnce', documentsAtOnce],
        ['RetryOfAStage', retryOfAStage],
      ]),
    ),
  );
}

const readerErrors = Object.keys(isRetried) as ReaderErrorCode[];

/**
 * Errors that a second attempt cannot change are not retried. Ten documents throttled in the same moment must not come
 * back in the same moment. Each retry is three events of the 25,000 that an execution may have.
 */
const retryOfAStage = [
  { ErrorEquals: readerErrors.filter((code) => !isRetried[code]), MaxAttempts: 0 },
  {
    ErrorEquals: readerErrors.filter((code) => isRetried[code]),
    IntervalSeconds: 2,
    BackoffRate: 2,
    MaxAttempts: 2,
    JitterStrategy: 'FULL',
  },
  // Lambda's own errors, a table or a bucket that did not answer, a time-out.
  { ErrorEquals: ['States.ALL'], IntervalSeconds: 1, BackoffRate: 2, MaxAttempts: 2 },
];

/**
 * A document that is an execution of its own goes through the states of an iteration. The name of a state has to be
 * unique in the whole machine, so these are called `ChildTextract` and so on.
 */
const statesOfAChild = renameStates(definition.States.ProcessDocuments.ItemProcessor.States);

function renameStates(states: Readonly<Record<string, object>>): unknown {
  const names = new Set(Object.keys(states));
  const rename = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rename);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) =>
        key === 'Next' && names.has(one) ? [key, `Child${one}`] : [key, rename(one)],
      ),
    );
  };
  return Object.fromEntries(Object.entries(states).map(([name, state]) => [`Child${name}`, rename(state)]));
}

function filled(value: unknown, substitutions: ReadonlyMap<string, unknown>): unknown {
  if (typeof value === 'string') {
    const name = /^\$\{(\w+)\}$/.exec(value)?.[1];
    if (name === undefined) return value;
    if (!substitutions.has(name)) throw new Error(`Nothing is to stand for \${${name}}`);
    return filled(substitutions.get(name), substitutions);
  }
  if (Array.isArray(value)) return value.map((one) => filled(one, substitutions));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(one, substitutions)]));
}

export function buildExecutionName(batchId: string, run: number): string {
  return `${batchId}-r${run}`;
}

/** The run that an execution is, by its name. */
export function parseExecutionName(
  executionName: string,
): { readonly batchId: string; readonly run: number } | undefined {
  const [, batchId, run] = /^(.+)-r([1-9]\d*)$/.exec(executionName) ?? [];
  return batchId === undefined ? undefined : { batchId, run: Number(run) };
}

/** The ARN follows from the naming convention, since with an export storage and processing would need each other. */
export function buildStateMachineArn({ region, account, names }: PipelineParts): string {
  return `arn:aws:states:${region}:${account}:stateMachine:${names.extraction.stateMachine}`;
}

export function buildExecutionArn(parts: PipelineParts, batchId: string, run: number): string {
  return `${buildStateMachineArn(parts).replace(':stateMachine:', ':execution:')}:${buildExecutionName(batchId, run)}`;
}

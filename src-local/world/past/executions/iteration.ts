import { namesByConvention } from '#shared/domain/naming-convention.ts';
import { stages, type Stage } from '../../../pipelines/extraction/readers.ts';
import { hashOf } from '../../sheets/throws.ts';
import { markingMs, type Passage } from '../course/passage.ts';
import { functionAnswer, functionCall, type Call } from './calls.ts';
import type { Chain } from './chain.ts';

const functions = namesByConvention('sandbox').extractionFunctions;
const stateOf = { textract: 'Textract', 'gap-fill': 'GapFill', verify: 'Verify' } as const;
const stageSeconds = 300;

/** What the Map hands to each of its iterations, but for where it is. */
export interface IterationInput {
  readonly batch: object;
  readonly run: number;
  readonly documentId: string;
}

/** A document's way through the states of the Map. Answers with when it goes on; others have their turn until then. */
export function* iterationEvents(
  chain: Chain,
  input: IterationInput,
  passage: Passage,
): Generator<number, void> {
  const { reading, waits, interrupted } = passage;
  const hash = hashOf(input.documentId) ^ input.run;
  for (const [place, ms] of reading.stageMs.entries()) {
    const stage = stages[place] ?? 'verify';
    const data = { ...input, at: { stage } };
    const call = functionCall(functions.processDocument, { stage, ...input }, stageSeconds);
    chain.follow('TaskStateEntered', { name: stateOf[stage], input: data });
    yield* attempt(chain, call, ms);
    if (!reading.ok && place === reading.stageMs.length - 1) {
      const failure = failureOf(reading.error);
      for (const wait of waits) {
        failed(chain, call, failure);
        yield (chain.now += wait);
        yield* attempt(chain, call, ms);
      }
      failed(chain, call, failure);
      const caught = { ...data, failure: { Error: failure.error, Cause: failure.cause } };
      chain.follow('TaskStateExited', { name: stateOf[stage], output: caught });
      yield* marking(chain, input, stage, caught, hash, interrupted?.code === 'ExecutionTimedOut');
      return;
    }
    const next = stages[place + 1];
    const status = next ? 'PROCESSING' : passage.outcome;
    succeeded(chain, call, functionAnswer({ status }, hash, place));
    const output = next ? { ...input, at: { stage: next } } : { status };
    chain.follow('TaskStateExited', { name: stateOf[stage], output });
    if (next) yield chain.now;
  }
}

/** `isEndless`: nothing ever came back. */
function* marking(
  chain: Chain,
  input: IterationInput,
  stage: Stage,
  caught: { readonly failure: object },
  hash: number,
  isEndless: boolean,
): Generator<number, void> {
  const name = 'MarkDocumentFailed';
  yield chain.now;
  chain.follow('TaskStateEntered', { name, input: caught });
  const payload = { stage, ...input, failure: caught.failure };
  const call = functionCall(functions.markDocumentFailed, payload);
  yield* attempt(chain, call, isEndless ? Number.POSITIVE_INFINITY : markingMs);
  const output = { status: 'FAILED' };
  succeeded(chain, call, functionAnswer(output, hash, stages.length));
  chain.follow('TaskStateExited', { name, output });
}

/** Scheduled, handed out when the others had their turn, and worked on. */
export function* attempt(chain: Chain, call: Call, ms: number): Generator<number, void> {
  const { resourceType, resource, parameters, timeoutInSeconds } = call;
  chain.follow('TaskScheduled', {
    resourceType,
    resource,
    region: chain.region,
    parameters,
    ...(timeoutInSeconds !== undefined && { timeoutInSeconds }),
  });
  yield chain.now;
  chain.follow('TaskStarted', { resourceType, resource });
  yield (chain.now += ms);
}

export function succeeded(chain: Chain, { resourceType, resource }: Call, output: object): void {
  chain.follow('TaskSucceeded', { resourceType, resource, output });
}

export function failed(
  chain: Chain,
  { resourceType, resource }: Call,
  failure: { readonly error: string; readonly cause: string },
): void {
  chain.follow('TaskFailed', { resourceType, resource, ...failure });
}

/** As a function on Node.js reports it. */
function failureOf({ code, message }: { readonly code: string; readonly message: string }) {
  return {
    error: code,
    cause: JSON.stringify({ errorType: code, errorMessage: message, trace: [] }),
  };
}

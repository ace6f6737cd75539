/** The states of a flow that is known to be valid: what `readDefinition` hands out. https://docs.aws.amazon.com/step-functions/latest/dg/statemachine-structure.html */
export interface Flow {
  readonly StartAt: string;
  readonly States: ReadonlyMap<string, State>;
}

export interface StateMachineDefinition extends Flow {
  readonly Comment?: string;
  readonly Version?: string;
  readonly TimeoutSeconds?: number;
}

export type State =
  | PassState
  | TaskState
  | ChoiceState
  | WaitState
  | SucceedState
  | FailState
  | ParallelState
  | MapState;

interface AnyState {
  readonly Comment?: string;
}

/** A path, or null for "nothing": https://docs.aws.amazon.com/step-functions/latest/dg/concepts-input-output-filtering.html */
type Path = string | null;

interface InputAndOutput {
  readonly InputPath?: Path;
  readonly OutputPath?: Path;
}

interface Result {
  readonly ResultPath?: Path;
}

interface Onward {
  readonly Next?: string;
  readonly End?: boolean;
}

export interface Retrier {
  readonly ErrorEquals: readonly string[];
  readonly IntervalSeconds?: number;
  readonly MaxAttempts?: number;
  readonly BackoffRate?: number;
  readonly MaxDelaySeconds?: number;
  readonly JitterStrategy?: 'FULL' | 'NONE';
}

export interface Catcher {
  readonly ErrorEquals: readonly string[];
  readonly Next: string;
  readonly ResultPath?: Path;
}

interface ErrorHandling {
  readonly Retry?: readonly Retrier[];
  readonly Catch?: readonly Catcher[];
}

export interface PassState extends AnyState, InputAndOutput, Result, Onward {
  readonly Type: 'Pass';
  readonly Result?: unknown;
  readonly Parameters?: unknown;
}

export interface TaskState extends AnyState, InputAndOutput, Result, Onward, ErrorHandling {
  readonly Type: 'Task';
  readonly Resource: string;
  readonly Parameters?: unknown;
  readonly ResultSelector?: unknown;
  readonly TimeoutSeconds?: number;
  readonly TimeoutSecondsPath?: string;
  readonly HeartbeatSeconds?: number;
  readonly HeartbeatSecondsPath?: string;
}

export interface ChoiceState extends AnyState, InputAndOutput {
  readonly Type: 'Choice';
  readonly Choices: readonly TopChoiceRule[];
  readonly Default?: string;
}

export interface WaitState extends AnyState, InputAndOutput, Onward {
  readonly Type: 'Wait';
  readonly Seconds?: number;
  readonly SecondsPath?: string;
  readonly Timestamp?: string;
  readonly TimestampPath?: string;
}

interface SucceedState extends AnyState, InputAndOutput {
  readonly Type: 'Succeed';
}

export interface FailState extends AnyState {
  readonly Type: 'Fail';
  readonly Error?: string;
  readonly Cause?: string;
  /** A path, or an intrinsic function. */
  readonly ErrorPath?: string;
  readonly CausePath?: string;
}

export interface ParallelState extends AnyState, InputAndOutput, Result, Onward, ErrorHandling {
  readonly Type: 'Parallel';
  readonly Branches: readonly Flow[];
  readonly Parameters?: unknown;
  readonly ResultSelector?: unknown;
}

export interface MapState extends AnyState, InputAndOutput, Result, Onward, ErrorHandling {
  readonly Type: 'Map';
  /** Written as `ItemProcessor`, or as `Iterator` in older definitions. */
  readonly ItemProcessor: Flow;
  readonly ItemsPath?: string;
  /** Written as `ItemSelector`, or as `Parameters` in older definitions. */
  readonly ItemSelector?: unknown;
  readonly ResultSelector?: unknown;
  /** Each iteration is an execution of its own. */
  readonly isDistributed?: true;
  /** Names the Map Runs of a distributed Map. */
  readonly Label?: string;
  readonly ItemReader?: ItemReader;
  readonly ResultWriter?: ResultWriter;
  /** 0: as many as there are. */
  readonly MaxConcurrency?: number;
  readonly MaxConcurrencyPath?: string;
  readonly ToleratedFailureCount?: number;
  readonly ToleratedFailureCountPath?: string;
  readonly ToleratedFailurePercentage?: number;
  readonly ToleratedFailurePercentagePath?: string;
}

/** https://docs.aws.amazon.com/step-functions/latest/dg/input-output-itemreader.html */
export interface ItemReader {
  readonly Resource: string;
  readonly Parameters?: unknown;
  readonly ReaderConfig?: {
    readonly InputType?: 'CSV' | 'JSON' | 'JSONL';
    readonly CSVHeaderLocation?: 'FIRST_ROW' | 'GIVEN';
    readonly CSVHeaders?: readonly string[];
    readonly CSVDelimiter?: string;
    readonly MaxItems?: number;
    readonly MaxItemsPath?: string;
  };
}

/** https://docs.aws.amazon.com/step-functions/latest/dg/input-output-resultwriter.html */
export interface ResultWriter {
  readonly Resource: string;
  readonly Parameters: unknown;
  readonly WriterConfig?: { readonly Transformation?: 'COMPACT' | 'NONE'; readonly OutputType?: 'JSON' };
}

/** A rule of a Choice state, with the state it leads to. */
export type TopChoiceRule = ChoiceRule & { readonly Next: string };

export type ChoiceRule =
  | { readonly And: readonly ChoiceRule[] }
  | { readonly Or: readonly ChoiceRule[] }
  | { readonly Not: ChoiceRule }
  | Comparison;

/** `Variable` and one comparator; the reader of definitions has taken them apart. */
export interface Comparison {
  readonly Variable: string;
  readonly comparator: string;
  readonly operand: unknown;
}

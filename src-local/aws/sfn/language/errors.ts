/** Retry and Catch see a fault in a state as this. https://docs.aws.amazon.com/step-functions/latest/dg/concepts-error-handling.html */
export class StateError extends Error {
  override readonly name: string;
  override readonly cause: string;

  constructor(name: string, cause: string) {
    super(`${name}: ${cause}`);
    this.name = name;
    this.cause = cause;
  }
}

export const anyError = 'States.ALL';
export const dataLimitExceeded = 'States.DataLimitExceeded';
export const exceedToleratedFailureThreshold = 'States.ExceedToleratedFailureThreshold';
export const heartbeatTimeout = 'States.HeartbeatTimeout';
export const itemReaderFailed = 'States.ItemReaderFailed';
export const noChoiceMatched = 'States.NoChoiceMatched';
export const notPermitted = 'States.Permissions';
/**
 * AWS reports this for a ResultPath or ItemsPath that cannot be applied, although its table of names does not
 * list it.
 */
export const referencePathConflict = 'States.ReferencePathConflict';
export const resultWriterFailed = 'States.ResultWriterFailed';
export const runtimeError = 'States.Runtime';
export const taskFailed = 'States.TaskFailed';
export const timeout = 'States.Timeout';

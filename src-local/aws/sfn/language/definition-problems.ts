import { AwsError } from '../../protocol/aws-error.ts';

interface DefinitionProblem {
  readonly code: string;
  readonly message: string;
  /** `/States/Name/Field`; empty for the whole. */
  readonly at: string;
}

/** Collects all problems of a definition, so that one answer names them all, as on AWS. */
export class DefinitionProblems {
  readonly #found: DefinitionProblem[] = [];

  get any(): boolean {
    return this.#found.length > 0;
  }

  schema(message: string, at: string): void {
    this.add('SCHEMA_VALIDATION_FAILED', message, at);
  }

  unsupported(what: string, at: string): void {
    this.schema(`${what} is not supported by Pocket AWS`, at);
  }

  add(code: string, message: string, at: string): void {
    this.#found.push({ code, message, at });
  }

  throwIfAny(): void {
    if (this.any) throw invalidDefinition(this.#found);
  }
}

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_CreateStateMachine.html#API_CreateStateMachine_Errors */
export function invalidDefinition(problems: readonly DefinitionProblem[]): AwsError {
  const all = problems.map(({ code, message, at }) => `${code}: ${message} at ${at}`).join(', ');
  return new AwsError('InvalidDefinition', `Invalid State Machine Definition: '${all}'`);
}

import { AwsError } from '../../protocol/aws-error.ts';
import { integer, required, string, structure } from '../../protocol/shapes.ts';
import { parseDefinition } from '../language/definition.ts';
import { checkTasks } from '../tasks/check-tasks.ts';
import { operation } from './sfn-operation.ts';

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_ValidateStateMachineDefinition.html */
export const validateStateMachineDefinition = operation({
  name: 'ValidateStateMachineDefinition',
  input: structure({
    definition: required(string({ min: 1, max: 1_048_576 })),
    // Express workflows are not part of this world.
    type: string({ oneOf: ['STANDARD'] }),
    // Only errors are found here, which both severities ask for.
    severity: string({ oneOf: ['ERROR', 'WARNING'] }),
    maxResults: integer({ min: 0, max: 100 }),
  }),
  async run(_engine, input) {
    const found = await problemsOf(input.definition);
    const diagnostics = found.slice(0, input.maxResults || 100);
    return {
      result: found.length > 0 ? 'FAIL' : 'OK',
      diagnostics,
      truncated: diagnostics.length < found.length,
    };
  },
});

interface Diagnostic {
  readonly severity: 'ERROR';
  readonly code: string;
  readonly message: string;
  readonly location?: string;
}

async function problemsOf(definition: string): Promise<Diagnostic[]> {
  try {
    checkTasks(await parseDefinition(definition));
    return [];
  } catch (error) {
    if (error instanceof AwsError && error.name === 'InvalidDefinition') return diagnosticsOf(error.message);
    throw error;
  }
}

/** One message names all problems, as CreateStateMachine reports them: `CODE: what is wrong at /where, CODE: …`. */
function diagnosticsOf(message: string): Diagnostic[] {
  const problems = /^Invalid State Machine Definition: '(.*)'$/s.exec(message)?.[1] ?? message;
  return problems.split(/, (?=[A-Z_]+: )/).map((problem) => {
    const [, code, what, location] = /^([A-Z_]+): (.*?)(?: at (\/\S*)?)?$/s.exec(problem) ?? [];
    return {
      severity: 'ERROR',
      code: code ?? 'SCHEMA_VALIDATION_FAILED',
      message: what ?? problem,
      ...(location !== undefined && { location }),
    };
  });
}

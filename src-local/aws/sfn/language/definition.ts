import { DefinitionProblems, invalidDefinition } from './definition-problems.ts';
import { isInteger, isText } from './field-checks.ts';
import { isRecord } from './json-values.ts';
import { checkQueryLanguage, readFlow } from './read-flow.ts';
import type { StateMachineDefinition } from './state.ts';

const read = new Map<string, StateMachineDefinition>();
const accepted = new Set<string>();
const mostKept = 50;
const longest = 1_048_576;

/**
 * Reads and checks a definition as CreateStateMachine does; throws AwsError('InvalidDefinition'). What would not
 * run exactly as on AWS is refused here. What is on record was accepted once, and is not asked about a second time.
 * https://docs.aws.amazon.com/step-functions/latest/dg/concepts-amazon-states-language.html
 */
export async function parseDefinition(
  json: string,
  isOnRecord: () => boolean = () => false,
): Promise<StateMachineDefinition> {
  const definition = readDefinition(json);
  if (accepted.has(json) || isOnRecord()) return definition;
  const { checkAgain } = await import('./second-opinion.ts');
  checkAgain(json, definition);
  accepted.add(json);
  return definition;
}

/**
 * Does the same for a definition that was accepted before: only our own checks run, so there is nothing to wait
 * for.
 */
export function readDefinition(json: string): StateMachineDefinition {
  const known = read.get(json);
  if (known) return known;
  const problems = new DefinitionProblems();
  const value = parseJson(json, problems);
  checkTop(value, problems);
  const { Comment, Version, TimeoutSeconds } = value as Partial<StateMachineDefinition>;
  const flow = readFlow(value, '', problems);
  problems.throwIfAny();
  const definition = {
    ...flow,
    ...(Comment === undefined ? {} : { Comment }),
    ...(Version === undefined ? {} : { Version }),
    ...(TimeoutSeconds === undefined ? {} : { TimeoutSeconds }),
  };
  if (read.size >= mostKept) {
    read.clear();
    accepted.clear();
  }
  read.set(json, definition);
  return definition;
}

function parseJson(json: string, problems: DefinitionProblems): Record<string, unknown> {
  if (Buffer.byteLength(json) > longest) {
    problems.schema(`The definition is longer than ${longest} bytes`, '');
    problems.throwIfAny();
  }
  try {
    const value: unknown = JSON.parse(json);
    if (isRecord(value)) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw invalidDefinition([{ code: 'INVALID_JSON_DESCRIPTION', message: error.message, at: '' }]);
  }
  throw invalidDefinition([{ code: 'INVALID_JSON_DESCRIPTION', message: 'Expected a JSON object', at: '' }]);
}

const topFields = new Set(['Comment', 'QueryLanguage', 'StartAt', 'States', 'TimeoutSeconds', 'Version']);

function checkTop(value: Record<string, unknown>, problems: DefinitionProblems): void {
  for (const field of Object.keys(value)) {
    if (!topFields.has(field)) {
      problems.schema(`The field "${field}" is not supported by Step Functions`, `/${field}`);
    }
  }
  if (value['Comment'] !== undefined) isText(value['Comment'], '/Comment', problems);
  if (value['TimeoutSeconds'] !== undefined)
    isInteger(1)(value['TimeoutSeconds'], '/TimeoutSeconds', problems);
  if (value['Version'] !== undefined && value['Version'] !== '1.0') {
    problems.schema("Expected the version '1.0'", '/Version');
  }
  checkQueryLanguage(value, '', problems);
}

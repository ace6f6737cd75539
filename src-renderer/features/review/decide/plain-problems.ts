import { fieldLabel } from '#shared/domain/review/draft-rules.ts';
import { messages } from '../messages.ts';

/**
 * Says in plain words what of a document could not be read. The problems themselves name attributes of the stored item,
 * which help support and say nothing to a reviewer.
 */
export function describeProblems(problems: readonly string[]): readonly string[] {
  return [...new Set(problems.map(describeProblem))];
}

function describeProblem(problem: string): string {
  const { words } = messages.problems;
  const [name = '', ...rest] = problem.split(': ');
  const [part = '', key = '', detail = ''] = name.split('.');
  if (part === 'fields' && key !== '') return describeField(fieldLabel(key), detail, rest.join(': '));
  if (part === 'lineItems') return key === '' ? words.lines : messages.problems.line(Number(key) + 1);
  if (part === 'checks') return words.checks;
  if (part === 'fields' || part === 'resultsAt') return words.values;
  if (part === 'batch') return words.batch;
  if (part === 'workflow') return words.workflow;
  return words.details;
}

function describeField(label: string, detail: string, why: string): string {
  if (why.includes('presigned')) return messages.problems.hidden(label);
  if (detail === 'box' || detail === 'page') return messages.problems.noPlace(label);
  if (detail === 'confidence') return messages.problems.noConfidence(label);
  return messages.problems.field(label);
}

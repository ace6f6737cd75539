/** What is wrong with a typed value, as a sentence; null where nothing is. `type` as in a workflow's schema. */
export function fieldProblem(_type: string | null, _value: string): string | null {
  return null;
}

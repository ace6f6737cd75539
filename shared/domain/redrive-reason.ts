/** Why an execution cannot be redriven, in our words and with what to do instead. */
export function redriveReason(said: string): string {
  const known = reasons.find(([pattern]) => pattern.test(said));
  return known === undefined ? `AWS says: "${said}". ${instead}` : known[1];
}

const instead = 'Reprocess its documents instead: that is a new run, by the definition of today.';

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_DescribeExecution.html */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/\bis RUNNING\b/i, 'It is still running. Wait for its end, or stop it first.'],
  [/\bis SUCCEEDED\b/i, `It has succeeded, so there is nothing to go on with. ${instead}`],
  [/redrivable period/i, `It ended more than 14 days ago, and AWS takes no redrive after that. ${instead}`],
  [/history event limit/i, `Its history is full: AWS keeps 25,000 events of an execution. ${instead}`],
  [/max(imum)? execution time/i, `It began a year ago, and no execution lasts longer. ${instead}`],
  [/redrive limit/i, `It has been redriven as often as AWS allows. ${instead}`],
  [/\bDELETING\b/i, `Its state machine is being deleted. ${instead}`],
];

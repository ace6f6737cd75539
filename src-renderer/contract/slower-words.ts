/** Throttling is said beside what was read all the same: ". DynamoDB said “slower” once…", and nothing where it did not. */
export function slowerWords(throttled: number): string {
  if (throttled === 0) return '';
  const times = throttled === 1 ? 'once' : `${String(throttled)} times`;
  return `. DynamoDB said “slower” ${times} before it answered`;
}

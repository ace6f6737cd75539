/** In JSON, where a set is a list. */
export function answerText(value: object): string {
  return JSON.stringify(value, (_, inside: unknown) => (inside instanceof Set ? [...inside] : inside));
}

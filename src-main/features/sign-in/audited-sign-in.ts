/** A code has six digits: any hash of it would give it away. What is left says which prompt was answered. */
export function hashedOfSignIn(operation: string, input: unknown): unknown {
  if (operation !== 'connections.answerCode' || typeof input !== 'object' || input === null) return input;
  const { code: _, ...rest } = input as { readonly code?: unknown };
  return rest;
}

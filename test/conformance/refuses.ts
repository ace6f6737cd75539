import assert from 'node:assert/strict';

/**
 * Expects AWS to answer with an error of this name, or with one that matches the pattern where the name
 * depends on the protocol. Returns the error for its other members.
 */
export async function refuses(
  call: Promise<unknown>,
  name: string | RegExp,
  message?: RegExp,
): Promise<Record<string, unknown>> {
  const error = await call.then(
    () => assert.fail(`expected ${String(name)}, was answered`),
    (refusal: unknown) => refusal as Error,
  );
  const seen = `expected ${String(name)}, was ${error.name}: ${error.message}`;
  assert.ok(typeof name === 'string' ? error.name === name : name.test(error.name), seen);
  if (message) assert.match(error.message, message);
  return error as unknown as Record<string, unknown>;
}

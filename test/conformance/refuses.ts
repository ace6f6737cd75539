import assert from 'node:assert/strict';

/**
 * AWS answers this with an error of that name, or one that the pattern fits where AWS's name depends on the
 * protocol. Gives the error, for its other members.
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

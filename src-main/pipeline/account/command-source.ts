import { basename } from 'node:path';
import { jwtExpiry } from './jwt-expiry.ts';
import { isToken, NoPass, tokenPass, type PassSource } from './pass.ts';
import { runForToken, type RunCommand } from './run-for-token.ts';

/** Of a token that does not say how long it lasts. */
const keptMs = 5 * 60_000;

/** What a program of the person's own prints, as `credential_process` does for AWS. */
export function commandSource(
  command: readonly string[],
  now: () => number,
  run: RunCommand = runForToken,
): PassSource {
  const program = basename(command[0] ?? '');
  return {
    renewsItself: () => true,
    async fetch({ signal }) {
      const ran = await run(command, signal);
      if (!ran.ok)
        throw new NoPass(`The command "${program}" gave no token for the pipelines' API: ${ran.why}`);
      const token = ran.output.trim();
      if (!isToken(token)) throw new NoPass(unfit(program));
      const expiresAt = jwtExpiry(token);
      return tokenPass(token, expiresAt !== null && expiresAt > now() ? expiresAt : now() + keptMs);
    },
  };
}

function unfit(program: string): string {
  return `The command "${program}" printed no token for the pipelines' API: one line of visible characters is expected, and nothing else.`;
}

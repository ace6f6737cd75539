import { jwtExpiry } from './jwt-expiry.ts';
import { isToken, NoPass, tokenPass, type PassSource } from './pass.ts';
import { programName } from './program-name.ts';
import { runForToken, type RunCommand } from './run-for-token.ts';

/** Of a token that does not say how long it lasts. */
const keptMs = 5 * 60_000;

/** What a program of the person's own prints, as `credential_process` does for AWS. */
export function commandSource(
  command: readonly string[],
  now: () => number,
  run: RunCommand = runForToken,
): PassSource {
  const program = programName(command[0] ?? '');
  const its = program === null ? 'The command' : `The command "${program}"`;
  return {
    renewsItself: () => true,
    async fetch({ signal }) {
      const ran = await run(command, signal);
      if (!ran.ok) throw new NoPass(`${its} gave no token for the pipeline API: ${ran.why}`);
      const token = ran.output.trim();
      if (!isToken(token)) throw new NoPass(unfit(its));
      const expiresAt = jwtExpiry(token);
      return tokenPass(token, expiresAt !== null && expiresAt > now() ? expiresAt : now() + keptMs);
    },
  };
}

function unfit(its: string): string {
  return `${its} printed no token for the pipeline API: one line of visible characters is expected, and nothing else.`;
}

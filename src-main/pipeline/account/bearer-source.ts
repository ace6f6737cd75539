import { jwtExpiry } from './jwt-expiry.ts';
import { isToken, NoPass, tokenPass, type PassSource } from './pass.ts';

/** A token that whoever started the console has put into its environment. */
export function bearerSource(
  variable: string,
  environment: Readonly<Record<string, string | undefined>>,
): PassSource {
  return {
    renewsItself: () => false,
    fetch() {
      const token = (environment[variable] ?? '').trim();
      if (token === '') return Promise.reject(new NoPass(missing(variable)));
      if (!isToken(token)) return Promise.reject(new NoPass(unfit(variable)));
      return Promise.resolve(tokenPass(token, jwtExpiry(token)));
    },
  };
}

function missing(variable: string): string {
  return `The environment that the console was started in has no ${variable}, which should hold the token for the pipeline API.`;
}

function unfit(variable: string): string {
  return `What ${variable} holds in the environment of the console is no token for the pipeline API: it is not one line of visible characters.`;
}

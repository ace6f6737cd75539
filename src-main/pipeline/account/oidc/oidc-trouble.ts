import { NoPass } from '../pass.ts';

interface Trouble {
  readonly noPass: NoPass;
  /** The issuer takes this grant no more. */
  readonly isOver: boolean;
}

/** By the issuer's code alone: what it says beside, and what the library says, may quote what was sent. */
export function noPassBy(error: unknown): Trouble {
  if (error instanceof NoPass) return { noPass: error, isOver: false };
  const said = oauthCode(error);
  if (said === 'access_denied') return trouble('The sign-in was refused or cancelled in the browser.');
  if (said !== undefined)
    return trouble(`The issuer refused the sign-in (${said}).`, said === 'invalid_grant');
  const code = codeOf(error) ?? codeOf(causeOf(error)) ?? codeOf(causeOf(causeOf(error)));
  if (code !== undefined)
    return trouble(`The issuer could not be asked, or answered nothing that holds (${code}).`);
  return trouble('The sign-in at the issuer did not work.');
}

function trouble(why: string, isOver = false): Trouble {
  return { noPass: new NoPass(why), isOver };
}

function oauthCode(error: unknown): string | undefined {
  const said = typeof error === 'object' && error !== null && 'error' in error ? error.error : undefined;
  return typeof said === 'string' && /^[a-z_]{1,40}$/.test(said) ? said : undefined;
}

function codeOf(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z][A-Z_]{1,60}$/.test(code) ? code : undefined;
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}

import type { World } from '../../world/world.ts';
import { AwsError } from '../protocol/aws-error.ts';

/** What every device here shows, at any time: there is nothing to look it up on. */
export const deviceCode = '123456';

/** A device shows a code for as long, and AWS takes each once. */
const codeMs = 30_000;

interface Asked {
  readonly SerialNumber?: string;
  readonly TokenCode?: string;
}

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_mfa_configure-api-require.html */
export function refuseWrongCode({ store, clock }: World, { SerialNumber, TokenCode }: Asked): void {
  if (SerialNumber === undefined && TokenCode === undefined) return;
  if (SerialNumber === undefined || TokenCode === undefined) {
    throw denied('must provide both MFA serial number and one time pass code.');
  }
  const used = store.collection<number>('sts/codes');
  const shown = Math.floor(clock.now() / codeMs);
  if (TokenCode !== deviceCode || used.get(SerialNumber) === shown) {
    throw denied('with invalid MFA one time pass code.');
  }
  used.set(SerialNumber, shown);
}

function denied(why: string): AwsError {
  const words = why.startsWith('must') ? `failed, ${why}` : `failed ${why}`;
  return new AwsError('AccessDenied', `MultiFactorAuthentication ${words}`, { status: 403 });
}

import { fieldType } from './normalised-value.ts';

/** How many characters of an account number stay: enough to tell two apart, too few to pay to it. */
const shown = 4;

/**
 * Hides an account number but for its country and its last four characters: "DE89 •••• 3000". Other values are returned
 * unchanged, and so are texts that cannot be an account number. `type` is the type in the workflow's schema.
 */
export function maskAccountNumber(type: string | null, value: string): string {
  const bare = value.replaceAll(/[\s.-]/g, '');
  if (!isAccountNumber(type, bare)) return value;
  const country = /^[a-z]{2}/i.exec(bare)?.[0].toUpperCase() ?? '';
  return `${country}${country === '' ? '' : ' '}•••• ${bare.slice(-shown)}`;
}

/** A field that the schema calls an IBAN may hold a plain number, and a text field may hold an IBAN. */
function isAccountNumber(type: string | null, bare: string): boolean {
  const isLongEnough = bare.length > shown + 2;
  if (fieldType(type).kind === 'iban') return isLongEnough && /^[a-z0-9]*\d[a-z0-9]*$/i.test(bare);
  return isIbanLike.test(bare);
}

/** Two letters, two check digits, and at least as many characters as the shortest IBAN, of Norway. */
const isIbanLike = /^[a-z]{2}\d{2}[a-z0-9]{11,30}$/i;

/** Formats a number for display, with at most six decimal places: "1,200", "0.25". */
export function grouped(number: number): string {
  return sixPlaces.format(number);
}

/** Formats a count: "1 file", "1,200 files"; a plural without a plain s is given: "2 batches". */
export function counted(number: number, one: string, many = `${one}s`): string {
  return number === 1 ? `1 ${one}` : `${grouped(number)} ${many}`;
}

const sixPlaces = new Intl.NumberFormat('en', { maximumFractionDigits: 6 });

/** Groups digits, as "1500000.25" into "1,500,000.25". It keeps every digit of a number of any length. */
export function groupedDigits(digits: string): string {
  const [whole = '', fraction] = digits.split('.');
  const thousands = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? thousands : `${thousands}.${fraction}`;
}

/** Takes the separators of thousands out of a typed number: "1,200.5" becomes "1200.5". Any other comma stays. */
export function dropGrouping(typed: string): string {
  const text = typed.trim();
  return groupedThousands.test(text) ? text.replaceAll(/[,\u0020\u00A0\u202F_]/g, '') : text;
}

const groupedThousands = /^[1-9]\d{0,2}([,\u0020\u00A0\u202F_])\d{3}(?:\1\d{3})*(?:\.\d+)?$/;

/** Begins with a capital letter: "Version 4". */
export function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Joins words: "A, B and C" */
export function listed(words: readonly string[], join: 'and' | 'or' = 'and'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${join} ${words.at(-1) ?? ''}`;
}

/** Groups the twelve digits of an account in fours, so that they are easy to compare. */
export function groupedAccount(accountId: string): string {
  return accountId.replace(/(\d{4})(?=\d)/g, '$1-');
}

/** Shortens an ARN to a readable name: "mira as Support" for an assumed role, "user mira", "root". */
export function arnName(arn: string): string {
  const resource = arn.split(':').slice(5).join(':');
  const [kind = '', ...rest] = resource.split('/');
  const name = rest.at(-1);
  if (name === undefined) return resource === '' ? arn : resource;
  if (kind === 'assumed-role' && rest.length > 1) return `${name} as ${rest.slice(0, -1).join('/')}`;
  return kind === 'user' ? `user ${name}` : `${kind} ${rest.join('/')}`;
}

/** Returns a device's serial number without the prefix that all devices of an account share. */
export function deviceName(device: string): string {
  return device.replace(/^arn:[^/]*:mfa\//, '');
}

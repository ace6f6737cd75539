/** "1,200", "0.25": as people read it, to six places at most. */
export function grouped(number: number): string {
  return sixPlaces.format(number);
}

/** "1 look", "1,200 looks" */
export function counted(number: number, what: string): string {
  return number === 1 ? `1 ${what}` : `${grouped(number)} ${what}s`;
}

const sixPlaces = new Intl.NumberFormat('en', { maximumFractionDigits: 6 });

/** "1,500,000.25" of "1500000.25": every digit as it was given, for numbers of any length. */
export function groupedDigits(digits: string): string {
  const [whole = '', fraction] = digits.split('.');
  const thousands = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? thousands : `${thousands}.${fraction}`;
}

/** "A, B and C" */
export function listed(words: readonly string[], join: 'and' | 'or' = 'and'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${join} ${words.at(-1) ?? ''}`;
}

/** Twelve digits are compared in groups of four. */
export function groupedAccount(accountId: string): string {
  return accountId.replace(/(\d{4})(?=\d)/g, '$1-');
}

/** "mira as Support" of a role that was taken on, "user mira", "root": the end of an ARN in words. */
export function arnName(arn: string): string {
  const resource = arn.split(':').slice(5).join(':');
  const [kind = '', ...rest] = resource.split('/');
  const name = rest.at(-1);
  if (name === undefined) return resource === '' ? arn : resource;
  if (kind === 'assumed-role' && rest.length > 1) return `${name} as ${rest.slice(0, -1).join('/')}`;
  return kind === 'user' ? `user ${name}` : `${kind} ${rest.join('/')}`;
}

/** A serial number without what is the same for all devices of an account. */
export function deviceName(device: string): string {
  return device.replace(/^arn:[^/]*:mfa\//, '');
}

/** Twelve digits are compared in groups of four. */
export function groupedAccount(accountId: string): string {
  return accountId.replace(/(\d{4})(?=\d)/g, '$1-');
}

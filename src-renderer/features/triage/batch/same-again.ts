import type { FailureGroup } from '#shared/domain/failure-groups.ts';

/** Why another run of the same file would fail the same way; null where it may well succeed. */
export function sameAgainWords({ code, sample }: Pick<FailureGroup, 'code' | 'sample'>): string | null {
  const known = Object.entries(sameAgain).find(([start]) => code?.startsWith(start));
  if (known !== undefined) return known[1];
  return /\b(password[- ]protected|is encrypted)\b/i.test(sample ?? '')
    ? (sameAgain['Password'] ?? null)
    : null;
}

/** By how the error's code begins. */
const sameAgain: Readonly<Record<string, string>> = {
  BadDocument: 'broken file, same again on retry',
  Password: 'locked file, same again on retry',
  Encrypted: 'locked file, same again on retry',
  UnsupportedDocument: 'a kind of file that is not read, same again on retry',
  UnsupportedLanguage: 'a language that is not read, same again on retry',
  DocumentTooLarge: 'too large a file, same again on retry',
};

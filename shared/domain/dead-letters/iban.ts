/** Anew each time: a pattern that searches on remembers where it was. */
export function mostlyIban(): RegExp {
  return /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/;
}

/** Without its blanks, by its check digits (ISO 7064, as ISO 13616 has it). */
export function isIban(iban: string): boolean {
  if (iban.length < 15 || iban.length > 34) return false;
  const turned = iban.slice(4) + iban.slice(0, 4);
  let rest = 0;
  for (const character of turned) {
    const digits = Number.parseInt(character, 36);
    rest = (rest * (digits > 9 ? 100 : 10) + digits) % 97;
  }
  return rest === 1;
}

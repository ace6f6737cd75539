/** What is wrong with an account number, as a sentence; null where nothing is. */
export function ibanProblem(value: string): string | null {
  const iban = value.replaceAll(/[\s.-]/g, '').toUpperCase();
  // Countries without IBANs have plain account numbers, of which nothing can be checked.
  if (/^\d{4,20}$/.test(iban)) return null;
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban)) return 'Expected an IBAN such as GB33 BUKB 2020 1555 5555 55.';
  const due = lengths.get(iban.slice(0, 2));
  if (due !== undefined && iban.length !== due) {
    return `An IBAN of ${iban.slice(0, 2)} has ${due} characters; this has ${iban.length}.`;
  }
  if (due === undefined && (iban.length < shortest || iban.length > longest)) {
    return `An IBAN has ${shortest} to ${longest} characters; this has ${iban.length}.`;
  }
  return remainder(iban.slice(4) + iban.slice(0, 4)) === 1
    ? null
    : 'Check digits of this IBAN do not fit: a character may be misread.';
}

const shortest = 15;
const longest = 34;

/** By 97, of the number that it is with A as 10, B as 11 and so on. */
function remainder(text: string): number {
  let rest = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

/** https://www.swift.com/resource/iban-registry-pdf */
const lengths = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ' +
    'ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 ' +
    'LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 ' +
    'QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((country): [string, number] => [country.slice(0, 2), Number(country.slice(2))]),
);

/** As many UTF-16 units as the API takes. */
const longest = 255;

/** Everything that a file may be called. Characters that cannot be seen are spelled out. */
export const awkwardFileNames: readonly string[] = [
  filledUp('📄🖋️ فاتورة رقم ١٢٣ – חשבונית ', '🧾', ' של אוגוסט.pdf'),
  // Shown by a careless list as "invoice_exe.pdf" with its end turned round.
  'invoice_\u202efdp.exe',
  'Rechnung für Müller & Söhne (endgültig, wirklich).pdf',
  // The same name in two spellings: one letter, or a letter and its accent.
  'r\u00e9sum\u00e9.pdf',
  're\u0301sume\u0301.pdf',
  '  leading and trailing spaces  ',
  '請求書・納品書 2026年11月分.pdf',
  '=HYPERLINK("mailto:x@example.invalid";"open").pdf',
  '<img src=x onerror=alert(1)>.pdf',
  '%2e%2e%2fetc%2fpasswd.pdf',
  '\u200b.pdf',
  'CON.pdf',
];

/** Filled with whole characters: half an emoji is no text. */
function filledUp(beginning: string, filling: string, end: string): string {
  const left = longest - beginning.length - end.length;
  const rest = 'x'.repeat(left % filling.length);
  return `${beginning}${filling.repeat(Math.floor(left / filling.length))}${rest}${end}`;
}

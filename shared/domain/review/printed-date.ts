export interface PrintedDate {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  readonly day: number;
}

/**
 * "12 Nov 2026", "Nov 12, 2026", "12/11/2026", "12.11.26", "2026-11-12". The day comes first, as Europe prints it. Null
 * where there is no such day.
 */
export function printedDate(text: string): PrintedDate | null {
  if (text.length > longest) return null;
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/\s+/g, ' ').trim().toLowerCase();
  for (const { form, order } of forms) {
    const found = form.exec(plain);
    if (!found) continue;
    const part = (name: keyof PrintedDate): string => found[order.indexOf(name) + 1] ?? '';
    return dayOf(yearIn(part('year')), monthIn(part('month')), Number(part('day')));
  }
  return null;
}

const longest = 60;

function dayOf(year: number, month: number, day: number): PrintedDate | null {
  const time = new Date(Date.UTC(year, month - 1, day));
  return year >= 1000 && time.getUTCMonth() === month - 1 && time.getUTCDate() === day
    ? { year, month, day }
    : null;
}

/** "26" is 2026 and "84" is 1984, as POSIX has it. */
function yearIn(text: string): number {
  const year = Number(text);
  if (text.length > 2) return year;
  return year < 69 ? 2_000 + year : 1_900 + year;
}

/** Nought, which no month is, where it names none. */
function monthIn(text: string): number {
  return /^\d/.test(text) ? Number(text) : (months.get(text) ?? 0);
}

const forms: readonly { readonly form: RegExp; readonly order: readonly (keyof PrintedDate)[] }[] = [
  { form: /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/, order: ['year', 'year', 'month', 'day'] },
  { form: /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d{2})$/, order: ['day', 'day', 'month', 'year'] },
  { form: /^(\d{1,2})\. (\d{1,2})\. (\d{4})$/, order: ['day', 'month', 'year'] },
  {
    form: /^(\d{1,2})(?:st|nd|rd|th|er|\.)?[ -]?(?:de )?([a-z]+)\.?,?[ -]?(?:de )?(\d{4}|\d{2})$/,
    order: ['day', 'month', 'year'],
  },
  { form: /^([a-z]+)\.? ?(\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/, order: ['month', 'day', 'year'] },
];

/** In English, German, French, Dutch, Spanish, Italian, Portuguese, Danish, Norwegian, Swedish and Finnish, without accents. */
const months = new Map(
  [
    'jan january januar janvier janv januari enero ene gennaio gen janeiro tammikuu tammikuuta',
    'feb february februar fevrier fevr fev februari febrero febbraio fevereiro helmikuu helmikuuta',
    'mar march marz maerz mrz mars maart mrt marzo marco marts maaliskuu maaliskuuta',
    'apr april avril avr abril abr aprile huhtikuu huhtikuuta',
    'may mai mei mayo maggio mag maio maj toukokuu toukokuuta',
    'jun june juni juin junio giugno giu junho kesakuu kesakuuta',
    'jul july juli juillet juil julio luglio lug julho heinakuu heinakuuta',
    'aug august aout augustus agosto ago augusti elokuu elokuuta',
    'sep sept september septembre septiembre settembre set setembro syyskuu syyskuuta',
    'oct october okt oktober octobre octubre ottobre ott outubro out lokakuu lokakuuta',
    'nov november novembre noviembre novembro marraskuu marraskuuta',
    'dec december dez dezember decembre diciembre dic dicembre dezembro des desember joulukuu joulukuuta',
  ].flatMap((names, at) => names.split(' ').map((name): [string, number] => [name, at + 1])),
);

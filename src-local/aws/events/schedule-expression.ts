/** Says when a rule is due. Times are milliseconds since 1970, in UTC. */
export interface Schedule {
  /** Returns the first time after this one, or undefined if there is none. */
  next(after: number): number | undefined;
}

/**
 * Reads `rate(5 minutes)` or `cron(0 3 * * ? *)`. Returns undefined for anything else, and for what AWS takes but this
 * does not: `L`, `W` and `#`.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-scheduled-rule-pattern.html
 */
export function parseSchedule(expression: string): Schedule | undefined {
  const [, kind, inner = ''] = /^(rate|cron)\(([^()]*)\)$/.exec(expression) ?? [];
  if (kind === 'rate') return parseRate(inner);
  if (kind === 'cron') return parseCron(inner);
  return undefined;
}

const minute = 60_000;
const unitMs: Readonly<Record<string, number>> = { minute, hour: 60 * minute, day: 24 * 60 * minute };

function parseRate(text: string): Schedule | undefined {
  const [, amount = '', unit = '', plural] = /^([1-9]\d{0,5}) (minute|hour|day)(s?)$/.exec(text) ?? [];
  const every = Number(amount) * (unitMs[unit] ?? 0);
  // AWS refuses "1 minutes" and "5 minute".
  if (every === 0 || (plural === 's') === (amount === '1')) return undefined;
  // AWS counts from when the rule was made, which it does not promise. Here the times are the same in every world.
  return { next: (after) => (Math.floor(after / every) + 1) * every };
}

interface Field {
  readonly min: number;
  readonly max: number;
  readonly names?: readonly string[];
}

const monthNames = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const dayNames = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const fields = {
  minutes: { min: 0, max: 59 },
  hours: { min: 0, max: 23 },
  daysOfMonth: { min: 1, max: 31 },
  months: { min: 1, max: 12, names: monthNames },
  daysOfWeek: { min: 1, max: 7, names: dayNames },
  years: { min: 1970, max: 2199 },
} as const satisfies Readonly<Record<string, Field>>;

function parseCron(text: string): Schedule | undefined {
  const parts = text.split(' ');
  const [minutes, hours, daysOfMonth, months, daysOfWeek, years] = parts;
  // One of the two fields of days must say that the other decides.
  const hasOneOfDays = (daysOfMonth === '?') !== (daysOfWeek === '?');
  if (parts.length !== 6 || !hasOneOfDays) return undefined;
  const cron = {
    minutes: parseField(minutes, fields.minutes),
    hours: parseField(hours, fields.hours),
    daysOfMonth: parseField(daysOfMonth === '?' ? '*' : daysOfMonth, fields.daysOfMonth),
    months: parseField(months, fields.months),
    daysOfWeek: parseField(daysOfWeek === '?' ? '*' : daysOfWeek, fields.daysOfWeek),
    years: parseField(years, fields.years),
  };
  return isComplete(cron) ? { next: (after) => findNext(cron, after) } : undefined;
}

type Cron = Readonly<Record<keyof typeof fields, ReadonlySet<number>>>;

function isComplete(
  cron: Readonly<Record<keyof typeof fields, ReadonlySet<number> | undefined>>,
): cron is Cron {
  return Object.values(cron).every((values) => values !== undefined);
}

/** Reads lists of `*`, a value or a range, each with a step where one is given. */
function parseField(text: string | undefined, field: Field): ReadonlySet<number> | undefined {
  const values = new Set<number>();
  for (const item of (text ?? '').split(',')) {
    const [, from = '', to, step] =
      /^([A-Za-z]{3}|\d{1,4}|\*)(?:-([A-Za-z]{3}|\d{1,4}))?(?:\/(\d{1,4}))?$/.exec(item) ?? [];
    const first = from === '*' ? field.min : parseValue(from, field);
    // "10/15" goes on to the end of the field; "10" does not.
    const goesOn = from === '*' || (to === undefined && step !== undefined);
    const last = goesOn ? field.max : to === undefined ? first : parseValue(to, field);
    const by = Number(step ?? 1);
    if (first === undefined || last === undefined || first > last || by < 1) return undefined;
    if (from === '*' && to !== undefined) return undefined;
    for (let value = first; value <= last; value += by) values.add(value);
  }
  return values;
}

function parseValue(text: string, { min, max, names = [] }: Field): number | undefined {
  const named = names.indexOf(text.toUpperCase());
  const value = named >= 0 ? named + min : /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : undefined;
}

function findNext(cron: Cron, after: number): number | undefined {
  const start = new Date((Math.floor(after / minute) + 1) * minute);
  for (let year = start.getUTCFullYear(); year <= fields.years.max; year += 1) {
    if (!cron.years.has(year)) continue;
    for (const month of [...cron.months].toSorted((one, other) => one - other)) {
      const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
      // All of this month is over.
      if (Date.UTC(year, month, 1) <= start.getTime()) continue;
      for (let day = 1; day <= days; day += 1) {
        const midnight = Date.UTC(year, month - 1, day);
        const isWanted = cron.daysOfMonth.has(day) && cron.daysOfWeek.has(new Date(midnight).getUTCDay() + 1);
        const next = isWanted ? findInDay(cron, midnight, start.getTime()) : undefined;
        if (next !== undefined) return next;
      }
    }
  }
  return undefined;
}

function findInDay({ hours, minutes }: Cron, midnight: number, start: number): number | undefined {
  if (midnight + 24 * 60 * minute <= start) return undefined;
  let first: number | undefined;
  for (const hour of hours) {
    for (const at of minutes) {
      const time = midnight + (hour * 60 + at) * minute;
      if (time >= start && (first === undefined || time < first)) first = time;
    }
  }
  return first;
}

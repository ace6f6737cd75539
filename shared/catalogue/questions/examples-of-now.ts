import type { HoleKind } from '../templates/key-template.ts';
import { isCalendarDate } from '../templates/hole-value.ts';
import type { Typed } from '../items/values-of-item.ts';

const dayMs = 86_400_000;

/** Examples that were written on a day, as they would be written the day before `now`: what is asked for is there. */
export function exampleOfNow(
  values: Typed,
  kinds: ReadonlyMap<string, HoleKind>,
  { writtenOn, now }: { readonly writtenOn: string; readonly now: number },
): Typed {
  const moved = Math.floor(now / dayMs) * dayMs - dayMs - Date.parse(writtenOn);
  const dayThen = new Date(Date.parse(writtenOn) + moved).toISOString().slice(0, 10);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, moveOne(value, kinds.get(name))]),
  );

  function moveOne(value: string, kind: HoleKind | undefined): string {
    if (kind === 'epochMs') return String(Number(value) + moved);
    if (kind === 'time') return new Date(Date.parse(value) + moved).toISOString();
    if (kind === 'date' && isCalendarDate(value)) {
      return new Date(Date.parse(value) + moved).toISOString().slice(0, 10);
    }
    return value.replaceAll(writtenOn, dayThen);
  }
}

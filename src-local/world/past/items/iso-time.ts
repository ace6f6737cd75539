/** As `toISOString`, but quicker where there are ten thousands of times within a few days. */
export function isoTime(time: number): string {
  const day = Math.floor(time / dayMs);
  const left = time - day * dayMs;
  const second = Math.floor(left / 1_000);
  const minute = Math.floor(second / 60);
  const clock = `${two[Math.floor(minute / 60)]}:${two[minute % 60]}:${two[second % 60]}`;
  return `${dayText(day)}${clock}.${String(left % 1_000).padStart(3, '0')}Z`;
}

const dayMs = 86_400_000;
const two = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

const days = new Map<number, string>();

function dayText(day: number): string {
  const known = days.get(day);
  if (known !== undefined) return known;
  const text = new Date(day * dayMs).toISOString().slice(0, 11);
  days.set(day, text);
  return text;
}

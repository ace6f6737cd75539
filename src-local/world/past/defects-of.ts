import { throwOf } from '../sheets/throws.ts';
import type { Defect } from '../sheets/sheet.ts';
import type { Story } from './stories.ts';

/** Which documents of a batch have what: scattered over it, but for those whose ids everybody knows. */
export function defectsOf({ size, defects, known }: Story, hash: number): ReadonlyMap<number, Defect> {
  const found = new Map<number, Defect>();
  const left = { ...defects };
  for (const [index, defect] of known?.first.entries() ?? []) {
    found.set(index, defect);
    left[defect] = (left[defect] ?? 0) - 1;
  }
  let which = 0;
  for (const [defect, count] of Object.entries(left)) {
    for (let placed = 0; placed < count; which += 1) {
      const index = Math.floor(throwOf(hash, 1_000 + which) * size);
      if (found.has(index)) continue;
      found.set(index, defect as Defect);
      placed += 1;
    }
  }
  return found;
}

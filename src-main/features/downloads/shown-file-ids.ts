import type { AttributeReading } from '../rows/read-attributes.ts';
import { shownText } from '../rows/shown-text.ts';

const sets = ['ExpectedFiles', 'CompletedFiles', 'FailedFiles'] as const;

/**
 * What a batch calls its files, and what is shown instead: the same in each of its sets, and never the same for two. Else
 * two of which the same is hidden would count as one.
 */
export function shownFileIds(read: Pick<AttributeReading, 'texts'>): ReadonlyMap<string, string> {
  const ids = [...new Set(sets.flatMap((name) => read.texts(name)))].toSorted();
  const shown = new Map(ids.flatMap((id) => (shownText(id) === id ? [[id, id] as const] : [])));
  const taken = new Set(shown.values());
  for (const id of ids) {
    if (shown.has(id)) continue;
    const text = shownText(id);
    let told = text;
    for (let number = 2; taken.has(told); number += 1) told = `${text} ${number}`;
    taken.add(told);
    shown.set(id, told);
  }
  return shown;
}

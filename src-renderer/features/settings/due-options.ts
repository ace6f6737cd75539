/** The usual ones, and what is kept where that is another. */
export function dueOptions(kept: number): readonly { readonly value: string; readonly label: string }[] {
  return [...new Set([...usual, kept])]
    .toSorted((left, right) => left - right)
    .map((hours) => ({
      value: String(hours),
      label: hours === 1 ? 'After 1 hour' : `After ${String(hours)} hours`,
    }));
}

const usual = [4, 8, 24, 48, 72];

import type { Mask } from '#shared/catalogue/items/attribute-value.ts';

/** After "masked, ": what it is, how it stands, and for a secret why nobody can see it here. */
export function maskWords({ what, note, revealable }: Mask): string {
  const parts = [
    what,
    ...(note === undefined ? [] : [note]),
    ...(revealable ? [] : ['never leaves the main process']),
  ];
  return parts.join(', ');
}

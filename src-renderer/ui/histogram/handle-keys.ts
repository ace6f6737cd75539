/** What somebody does to a handle; how far a step is, and where it ends, is the model's business. */
export type HandleMove =
  | { readonly kind: 'by'; readonly steps: number }
  | { readonly kind: 'to'; readonly value: number };

interface Press {
  readonly key: string;
  readonly shiftKey: boolean;
}

interface Bounds {
  readonly least: number;
  readonly most: number;
}

const stepsOf: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
};

/** As a slider does; with Shift an arrow goes five steps at once. */
export function moveOfKey({ key, shiftKey }: Press, { least, most }: Bounds): HandleMove | undefined {
  if (key === 'Home') return { kind: 'to', value: least };
  if (key === 'End') return { kind: 'to', value: most };
  const steps = Object.hasOwn(stepsOf, key) ? stepsOf[key] : undefined;
  if (steps === undefined) return undefined;
  return { kind: 'by', steps: shiftKey && key.startsWith('Arrow') ? steps * 5 : steps };
}

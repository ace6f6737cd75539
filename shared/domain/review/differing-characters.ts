export interface MarkedPart {
  readonly text: string;
  readonly differs: boolean;
}

/** Two readings, each in parts, so that what differs can be marked. By characters as people see them. */
export function differingCharacters(
  one: string,
  other: string,
): readonly [readonly MarkedPart[], readonly MarkedPart[]] {
  return [[{ text: one, differs: one !== other }], [{ text: other, differs: one !== other }]];
}

/** How urgent the documents of a workflow are. A workflow without a priority has `normal`. */
export const priorities = ['high', 'normal', 'low'] as const;
export type Priority = (typeof priorities)[number];

/** The hours after which a waiting document is due, as a workflow may set them. */
export const dueHoursRange = { least: 1, most: 720 } as const;

/** What a workflow says about the order of review; null where it says nothing. */
export interface ReviewOrder {
  readonly dueHours: number | null;
  readonly priority: Priority | null;
}

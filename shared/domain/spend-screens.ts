/** What the console's own reads are counted under: its screens, and what reads by itself. */
export const spendScreens = [
  'Triage',
  'Review',
  'Dead letters',
  'Workflows',
  'Costs',
  'Explorer',
  'Activity',
  'Find',
  'Jobs',
  'Console',
] as const;
export type SpendScreen = (typeof spendScreens)[number];

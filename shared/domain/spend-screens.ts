/** What the console's own reads are counted under: its screens, and what reads by itself. */
export const spendScreens = [
  'Today',
  'Triage',
  'Review',
  'Dead letters',
  'Downloads',
  'Workflows',
  'Costs',
  'Monitor',
  'Explorer',
  'Activity',
  'Find',
  'Jobs',
  'Console',
] as const;
export type SpendScreen = (typeof spendScreens)[number];

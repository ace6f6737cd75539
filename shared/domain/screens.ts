import type { OperationName } from '../contract/contract.ts';

/** Lists every screen of the console in the order of the navigation. Menus and links lead only to these. */
export const pages = [
  { path: '/today', title: 'Today' },
  { path: '/triage', title: 'Triage' },
  { path: '/incidents', title: 'Incidents' },
  { path: '/review', title: 'Review' },
  { path: '/dead-letters', title: 'Dead letters' },
  { path: '/downloads', title: 'Downloads' },
  { path: '/workflows', title: 'Workflows' },
  { path: '/costs', title: 'Costs' },
  { path: '/monitor', title: 'Monitor' },
  { path: '/explorer', title: 'Explorer' },
  { path: '/activity', title: 'Activity' },
  { path: '/help', title: 'Help' },
  { path: '/settings', title: 'Settings' },
] as const;

export type PagePath = (typeof pages)[number]['path'];

/** The console's reads are counted under these names: its screens, and its background reads. */
export const spendScreens = [
  'Today',
  'Triage',
  'Incidents',
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

/**
 * The screen that an operation was made for. Other screens may call it too (a tenant's name is shown nearly
 * everywhere), but the gate only knows the operation.
 */
const screenOfRoot = {
  session: 'Console',
  connections: 'Console',
  sandbox: 'Console',
  preferences: 'Console',
  spend: 'Console',
  clipboard: 'Console',
  names: 'Console',
  problems: 'Console',
  home: 'Console',
  catalogue: 'Explorer',
  explorer: 'Explorer',
  lookup: 'Find',
  tenants: 'Triage',
  projects: 'Triage',
  users: 'Triage',
  batches: 'Triage',
  documents: 'Triage',
  executions: 'Triage',
  fleet: 'Triage',
  incidents: 'Incidents',
  changes: 'Triage',
  plans: 'Jobs',
  jobs: 'Jobs',
  audit: 'Activity',
  activity: 'Activity',
  'dead-letters': 'Dead letters',
  review: 'Review',
  workflows: 'Workflows',
  costs: 'Costs',
  downloads: 'Downloads',
  monitor: 'Monitor',
  today: 'Today',
} as const satisfies Readonly<Record<RootOf<OperationName>, SpendScreen>>;

type RootOf<Name extends string> = Name extends `${infer Root}.${string}` ? Root : never;

/** Operations that are not listed count as the console's own. */
export function screenOfOperation(operation: string): SpendScreen {
  const [root = ''] = operation.split('.', 1);
  return isRoot(root) ? screenOfRoot[root] : 'Console';
}

function isRoot(root: string): root is keyof typeof screenOfRoot {
  return Object.hasOwn(screenOfRoot, root);
}

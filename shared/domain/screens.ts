import type { OperationName } from '../contract/contract.ts';

/** Every screen of the console, in the order of the navigation; menus and links lead here and nowhere else. */
export const pages = [
  { path: '/today', title: 'Today' },
  { path: '/triage', title: 'Triage' },
  { path: '/review', title: 'Review' },
  { path: '/dead-letters', title: 'Dead letters' },
  { path: '/downloads', title: 'Downloads' },
  { path: '/workflows', title: 'Workflows' },
  { path: '/costs', title: 'Costs' },
  { path: '/monitor', title: 'Monitor' },
  { path: '/explorer', title: 'Explorer' },
  { path: '/activity', title: 'Activity' },
  { path: '/settings', title: 'Settings' },
] as const;

export type PagePath = (typeof pages)[number]['path'];

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

/**
 * Which screen an operation was made for. A few are asked by others as well (a tenant's name is shown nearly
 * everywhere), and the gate knows an operation and no page.
 */
const screenOfRoot = {
  session: 'Console',
  connections: 'Console',
  sandbox: 'Console',
  preferences: 'Console',
  spend: 'Console',
  clipboard: 'Console',
  problems: 'Console',
  catalogue: 'Explorer',
  explorer: 'Explorer',
  lookup: 'Find',
  tenants: 'Triage',
  projects: 'Triage',
  users: 'Triage',
  batches: 'Triage',
  documents: 'Triage',
  executions: 'Triage',
  changes: 'Triage',
  plans: 'Jobs',
  jobs: 'Jobs',
  audit: 'Activity',
  'dead-letters': 'Dead letters',
  review: 'Review',
  workflows: 'Workflows',
  costs: 'Costs',
  downloads: 'Downloads',
  monitor: 'Monitor',
  today: 'Today',
} as const satisfies Readonly<Record<RootOf<OperationName>, SpendScreen>>;

type RootOf<Name extends string> = Name extends `${infer Root}.${string}` ? Root : never;

/** What the gate has not named counts as the console's own. */
export function screenOfOperation(operation: string): SpendScreen {
  const [root = ''] = operation.split('.', 1);
  return isRoot(root) ? screenOfRoot[root] : 'Console';
}

function isRoot(root: string): root is keyof typeof screenOfRoot {
  return Object.hasOwn(screenOfRoot, root);
}

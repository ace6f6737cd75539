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

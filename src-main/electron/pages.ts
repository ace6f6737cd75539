export interface Page {
  readonly label: string;
  readonly path: string;
}

/** In the order of the navigation; the menu and sluice://page links lead here and nowhere else. */
export const pages: readonly Page[] = [
  { label: 'Today', path: '/today' },
  { label: 'Triage', path: '/triage' },
  { label: 'Review', path: '/review' },
  { label: 'Dead letters', path: '/dead-letters' },
  { label: 'Downloads', path: '/downloads' },
  { label: 'Workflows', path: '/workflows' },
  { label: 'Costs', path: '/costs' },
  { label: 'Monitor', path: '/monitor' },
  { label: 'Explorer', path: '/explorer' },
  { label: 'Activity', path: '/activity' },
  { label: 'Settings', path: '/settings' },
];

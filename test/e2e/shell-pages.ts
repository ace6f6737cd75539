/** Lists every page of the shell with its name, its address and its letter after G. */
export const shellPages = [
  { title: 'Today', path: '/today', letter: 't' },
  { title: 'Triage', path: '/triage', letter: 'i' },
  { title: 'Incidents', path: '/incidents', letter: 'n' },
  { title: 'Review', path: '/review', letter: 'r' },
  { title: 'Dead letters', path: '/dead-letters', letter: 'd' },
  { title: 'Downloads', path: '/downloads', letter: 'l' },
  { title: 'Workflows', path: '/workflows', letter: 'w' },
  { title: 'Costs', path: '/costs', letter: 'c' },
  { title: 'Monitor', path: '/monitor', letter: 'm' },
  { title: 'Explorer', path: '/explorer', letter: 'e' },
  { title: 'Activity', path: '/activity', letter: 'a' },
  { title: 'Help', path: '/help/start', letter: 'h' },
  { title: 'Settings', path: '/settings', letter: 's' },
] as const;

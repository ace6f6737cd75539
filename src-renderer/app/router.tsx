import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  Link,
  useLocation,
} from '@tanstack/react-router';
import {
  activitySearch,
  connectionFormSearch,
  costsSearch,
  deadLettersSearch,
  downloadsSearch,
  explorerSearch,
  findSearch,
  helpSearch,
  incidentsSearch,
  monitorSearch,
  openSearch,
  readSearch,
  reviewSearch,
  settingsSearch,
  todaySearch,
  triageSearch,
  workflowsSearch,
  writeSearch,
} from './search-params.ts';
import { loadPart } from './problems/load-part.ts';
import { RouteError } from './problems/route-error.tsx';
import { SessionGate } from './session/session-gate.tsx';
import { keepTenant, readKeptTenant } from './tenant-in-address.ts';
import { NotFoundPage } from '#renderer/features/not-found/not-found-page.tsx';

interface RouterContext {
  readonly client: QueryClient;
}

export function createConsoleRouter(context: RouterContext) {
  return createRouter({
    routeTree,
    context,
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: UnknownPage,
    defaultPreload: 'intent',
    scrollRestoration: false,
  });
}

const rootRoute = createRootRouteWithContext<RouterContext>()({ search: { middlewares: [keepTenant] } });

/** Every page lives inside the shell, which needs the session. */
const consoleRoute = createRoute({ getParentRoute: () => rootRoute, id: 'console', component: SessionGate });

const homeRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/',
  beforeLoad: () => {
    if (isFirstStart()) throw redirect({ to: '/welcome', replace: true });
    throw redirect({ to: '/today', search: todaySearch({ tenant: readKeptTenant() }), replace: true });
  },
});

/** The host marks the page of a home that was not used before. The mark holds for the first opening only. */
function isFirstStart(): boolean {
  const { dataset } = document.documentElement;
  const isFirst = dataset['firstStart'] !== undefined;
  delete dataset['firstStart'];
  return isFirst;
}

const welcomeRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/welcome',
  staticData: { title: 'Welcome' },
  component: lazyRouteComponent(() => loadPart(import('./routes/welcome-route.tsx')), 'WelcomeRoute'),
});

const guideRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/help',
  beforeLoad: () => {
    throw redirect({ to: '/help/$page', params: { page: 'start' }, replace: true });
  },
});

const helpRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/help/$page',
  staticData: { title: 'Help' },
  validateSearch: helpSearch,
  component: lazyRouteComponent(() => loadPart(import('./routes/help-route.tsx')), 'HelpRoute'),
});

const settingsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/settings',
  staticData: { title: 'Settings' },
  validateSearch: settingsSearch,
  component: lazyRouteComponent(() => loadPart(import('./routes/settings-route.tsx')), 'SettingsRoute'),
});

const connectionFormRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/settings/connection',
  staticData: { title: 'Connection' },
  validateSearch: connectionFormSearch,
  component: lazyRouteComponent(
    () => loadPart(import('./routes/connection-form-route.tsx')),
    'ConnectionFormRoute',
  ),
});

const connectionImportRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/settings/import',
  staticData: { title: 'Import connections' },
  component: lazyRouteComponent(
    () => loadPart(import('./routes/connection-form-route.tsx')),
    'ConnectionImportRoute',
  ),
});

const todayRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/today',
  staticData: { title: 'Today' },
  validateSearch: todaySearch,
  component: lazyRouteComponent(() => loadPart(import('./routes/today-route.tsx')), 'TodayRoute'),
});

const triageRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/triage',
  staticData: { title: 'Triage' },
  validateSearch: triageSearch,
  component: lazyRouteComponent(() => loadPart(import('./routes/triage-route.tsx')), 'TriageRoute'),
});

const incidentsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/incidents',
  staticData: { title: 'Incidents' },
  validateSearch: incidentsSearch,
  component: lazyRouteComponent(() => loadPart(import('./routes/incidents-route.tsx')), 'IncidentsRoute'),
});

const reviewRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/review',
  staticData: { title: 'Review' },
  validateSearch: reviewSearch,
  component: lazyRouteComponent(() => loadPart(import('./routes/review-route.tsx')), 'ReviewRoute'),
});

const deadLettersRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/dead-letters',
  staticData: { title: 'Dead letters' },
  validateSearch: deadLettersSearch,
  component: lazyRouteComponent(
    () => loadPart(import('./routes/dead-letters-route.tsx')),
    'DeadLettersRoute',
  ),
});

const downloadsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/downloads',
  staticData: { title: 'Downloads' },
  validateSearch: downloadsSearch,
  component: lazyRouteComponent(() => loadPart(import('./routes/downloads-route.tsx')), 'DownloadsRoute'),
});

const workflowsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/workflows',
  staticData: { title: 'Workflows' },
  validateSearch: workflowsSearch,
  component: lazyRouteComponent(() => loadPart(import('./routes/workflows-route.tsx')), 'WorkflowsRoute'),
});

const costsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/costs',
  staticData: { title: 'Costs' },
  validateSearch: costsSearch,
  component: lazyRouteComponent(() => loadPart(import('./routes/costs-route.tsx')), 'CostsRoute'),
});

const monitorRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/monitor',
  staticData: { title: 'Monitor' },
  validateSearch: monitorSearch,
  component: lazyRouteComponent(() => loadPart(import('./routes/monitor-route.tsx')), 'MonitorRoute'),
});

const activityRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/activity',
  staticData: { title: 'Activity' },
  validateSearch: activitySearch,
  component: lazyRouteComponent(() => loadPart(import('./routes/activity-route.tsx')), 'ActivityRoute'),
});

const explorerRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/explorer',
  staticData: { title: 'Explorer' },
  validateSearch: explorerSearch,
  component: lazyRouteComponent(() => loadPart(import('./routes/explorer-route.tsx')), 'ExplorerRoute'),
});

const findRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/find',
  staticData: { title: 'Find' },
  validateSearch: findSearch,
  component: lazyRouteComponent(() => loadPart(import('./find/find-page.tsx')), 'FindPage'),
});

/** Links of cases arrive here, from the desktop, from the palette and from Welcome. */
const openLinkRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/open',
  staticData: { title: 'Open a link' },
  validateSearch: openSearch,
  component: lazyRouteComponent(() => loadPart(import('./routes/open-link-route.tsx')), 'OpenLinkRoute'),
});

/** This route is inside the console and not at the root, so that a mistyped address still shows the shell. */
const unknownRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '$',
  staticData: { title: 'Unknown page' },
  component: UnknownPage,
});

const routeTree = rootRoute.addChildren([
  consoleRoute.addChildren([
    homeRoute,
    welcomeRoute,
    todayRoute,
    triageRoute,
    incidentsRoute,
    reviewRoute,
    deadLettersRoute,
    downloadsRoute,
    workflowsRoute,
    costsRoute,
    monitorRoute,
    explorerRoute,
    activityRoute,
    settingsRoute,
    connectionFormRoute,
    connectionImportRoute,
    findRoute,
    openLinkRoute,
    guideRoute,
    helpRoute,
    unknownRoute,
  ]),
]);

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
  interface StaticDataRouteOption {
    /** The window's title uses this name for the page. */
    readonly title?: string;
  }
}

function UnknownPage() {
  const { pathname } = useLocation();
  return <NotFoundPage path={pathname} home={<Link to="/today">Go to Today</Link>} />;
}

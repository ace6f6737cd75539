import { pages as everyPage, type PagePath } from '#shared/domain/screens.ts';
import type { IconName } from '#renderer/ui/product-icons.ts';

export interface PageInfo {
  readonly path: PagePath;
  readonly title: string;
  readonly icon: IconName;
  /** The letter is the second key of "G then …". */
  readonly letter: string;
  readonly group: 'desks' | 'knowledge' | 'foot';
  readonly keywords: readonly string[];
  /** The part of the guide that explains the page: a page of Help, and a section of it behind #. */
  readonly guide: string;
}

const details: Readonly<Record<PagePath, Omit<PageInfo, 'path' | 'title'>>> = {
  '/today': {
    icon: 'today',
    letter: 'T',
    group: 'desks',
    keywords: ['home', 'overview', 'dashboard'],
    guide: 'start#the-first-five-minutes',
  },
  '/triage': {
    icon: 'triage',
    letter: 'I',
    group: 'desks',
    keywords: ['batches', 'documents', 'failed', 'failures'],
    guide: 'support#understand-it',
  },
  '/incidents': {
    icon: 'incidents',
    letter: 'N',
    group: 'desks',
    keywords: ['causes', 'failures', 'customers', 'deploy', 'fingerprint', 'heat'],
    guide: 'support#causes-over-all-tenants',
  },
  '/review': {
    icon: 'review',
    letter: 'R',
    group: 'desks',
    keywords: ['approve', 'documents', 'fields'],
    guide: 'reviewer',
  },
  '/dead-letters': {
    icon: 'deadLetters',
    letter: 'D',
    group: 'desks',
    keywords: ['dlq', 'queues', 'messages', 'redrive', 'sqs'],
    guide: 'admin#dead-letters',
  },
  '/downloads': {
    icon: 'downloads',
    letter: 'L',
    group: 'desks',
    keywords: ['files', 'jobs', 'requeue'],
    guide: 'support#downloads',
  },
  '/workflows': {
    icon: 'workflows',
    letter: 'W',
    group: 'knowledge',
    keywords: ['thresholds', 'confidence'],
    guide: 'admin#thresholds',
  },
  '/costs': {
    icon: 'costs',
    letter: 'C',
    group: 'knowledge',
    keywords: ['money', 'price', 'spend'],
    guide: 'admin#costs',
  },
  '/monitor': {
    icon: 'monitor',
    letter: 'M',
    group: 'knowledge',
    keywords: ['alarms', 'metrics', 'cloudwatch', 'throttles'],
    guide: 'admin#monitor',
  },
  '/explorer': {
    icon: 'explorer',
    letter: 'E',
    group: 'knowledge',
    keywords: ['tables', 'dynamodb', 'access patterns', 'keys', 'items'],
    guide: 'explorer',
  },
  '/activity': {
    icon: 'activity',
    letter: 'A',
    group: 'knowledge',
    keywords: ['jobs', 'audit', 'history', 'log'],
    guide: 'support#prove-it',
  },
  '/help': {
    icon: 'help',
    letter: 'H',
    group: 'foot',
    keywords: ['guide', 'manual', 'documentation', 'words', 'troubleshooting'],
    guide: 'start',
  },
  '/settings': {
    icon: 'settings',
    letter: 'S',
    group: 'foot',
    keywords: ['preferences', 'connections', 'appearance', 'theme'],
    guide: 'connect',
  },
};

export const pages: readonly PageInfo[] = everyPage.map((page) => ({ ...page, ...details[page.path] }));

/** Finds the page that an address belongs to. Addresses are read without regard to capitals, as the router does. */
export function findPage(pathname: string): PageInfo | undefined {
  const [, first = ''] = pathname.toLowerCase().split('/');
  return pages.find(({ path }) => path === `/${first}`);
}

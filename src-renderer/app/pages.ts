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
}

const details: Readonly<Record<PagePath, Omit<PageInfo, 'path' | 'title'>>> = {
  '/today': {
    icon: 'today',
    letter: 'T',
    group: 'desks',
    keywords: ['home', 'overview', 'dashboard'],
  },
  '/triage': {
    icon: 'triage',
    letter: 'I',
    group: 'desks',
    keywords: ['batches', 'documents', 'failed', 'failures'],
  },
  '/review': {
    icon: 'review',
    letter: 'R',
    group: 'desks',
    keywords: ['approve', 'documents', 'fields'],
  },
  '/dead-letters': {
    icon: 'deadLetters',
    letter: 'D',
    group: 'desks',
    keywords: ['dlq', 'queues', 'messages', 'redrive', 'sqs'],
  },
  '/downloads': {
    icon: 'downloads',
    letter: 'L',
    group: 'desks',
    keywords: ['files', 'jobs', 'requeue'],
  },
  '/workflows': {
    icon: 'workflows',
    letter: 'W',
    group: 'knowledge',
    keywords: ['thresholds', 'confidence'],
  },
  '/costs': {
    icon: 'costs',
    letter: 'C',
    group: 'knowledge',
    keywords: ['money', 'price', 'spend'],
  },
  '/monitor': {
    icon: 'monitor',
    letter: 'M',
    group: 'knowledge',
    keywords: ['alarms', 'metrics', 'cloudwatch', 'throttles'],
  },
  '/explorer': {
    icon: 'explorer',
    letter: 'E',
    group: 'knowledge',
    keywords: ['tables', 'dynamodb', 'access patterns', 'keys', 'items'],
  },
  '/activity': {
    icon: 'activity',
    letter: 'A',
    group: 'knowledge',
    keywords: ['jobs', 'audit', 'history', 'log'],
  },
  '/settings': {
    icon: 'settings',
    letter: 'S',
    group: 'foot',
    keywords: ['preferences', 'connections', 'appearance', 'theme'],
  },
};

export const pages: readonly PageInfo[] = everyPage.map((page) => ({ ...page, ...details[page.path] }));

import type { Environment } from '#shared/domain/connection.ts';
import type { IconName } from '../icon/product-icons.ts';

export const environmentIcons: Readonly<Record<Environment, IconName>> = {
  sandbox: 'sandbox',
  development: 'development',
  staging: 'staging',
  production: 'lock',
};

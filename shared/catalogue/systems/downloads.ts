import { system } from '../define.ts';

export const downloads = system({
  id: 'downloads',
  name: 'downloads',
  about: '',
  tables: {},
  entities: {},
  patterns: {},
});

import { system } from '../define.ts';

export const funds = system({
  id: 'funds',
  name: 'funds',
  about: '',
  tables: {},
  entities: {},
  patterns: {},
});

import { system } from '../define.ts';

export const hr = system({ id: 'hr', name: 'hr', about: '', tables: {}, entities: {}, patterns: {} });

import { describe } from 'vitest';
import { itIsToldAsItIs } from './compared-worlds.ts';

describe('a deployment that keeps the keys and nothing more', () => {
  itIsToldAsItIs({ from: 9, to: 16 });
});

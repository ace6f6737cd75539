import { describe } from 'vitest';
import { itIsToldAsItIs } from './compared-worlds.ts';

describe('a deployment that keeps the keys and nothing more', () => {
  itIsToldAsItIs({ from: 17, to: 24 });
});

import { describe } from 'vitest';
import { itIsToldAsItIsWhere } from './compared-worlds.ts';

describe('a deployment that keeps the keys and nothing more', () => {
  itIsToldAsItIsWhere('has many projects', { projects: 64 });
});

describe('a giant project', () => {
  itIsToldAsItIsWhere('has a project with thousands of batches', { batches: 2_300 });
});

describe('a giant batch', () => {
  itIsToldAsItIsWhere('has a batch with thousands of documents', { documents: 2_300 });
});

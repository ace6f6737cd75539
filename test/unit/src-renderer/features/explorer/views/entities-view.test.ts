import { describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import {
  summarizeAttributes,
  describeHeldBack,
  listStatusMoves,
} from '#renderer/features/explorer/views/entities-view.tsx';

describe('the description of attributes', () => {
  it('counts them and the protected ones', () => {
    expect(summarizeAttributes(catalogue.downloads.entities.File.attributes)).toBe('14 attributes, 3 secret');
    expect(summarizeAttributes({ email: { type: 'e-mail', private: 'an e-mail address' } })).toBe(
      '1 attribute, 1 private',
    );
  });

  it('says how a value is protected', () => {
    expect(describeHeldBack({ type: 'text', secret: 'a wrapped AES key' })).toBe('secret, a wrapped AES key');
    expect(describeHeldBack({ type: 'e-mail', private: 'an e-mail address' })).toBe(
      'private, an e-mail address',
    );
    expect(describeHeldBack({ type: 'text' })).toBeNull();
  });

  it('lists the changes of a status, and where they end', () => {
    expect(listStatusMoves(catalogue.downloads.entities.File.status)).toEqual({
      moves: [
        { from: 'available', to: 'downloading' },
        { from: 'downloading', to: 'completed | failed | error | available' },
        { from: 'failed', to: 'available' },
        { from: 'error', to: 'available' },
      ],
      ends: ['completed'],
    });
  });
});

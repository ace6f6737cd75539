import { describe, expect, it } from 'vitest';
import { isHttpsOrLoopback } from '#shared/domain/connection.ts';

describe('an address that may receive a secret', () => {
  it.each([
    ['https://api.example.com/v1', true],
    ['http://127.0.0.1:4567/v1', true],
    ['http://localhost:1', true],
    ['http://[::1]:1', true],
    ['http://api.example.com/v1', false],
    ['http://127.0.0.1.example.com', false],
    ['http://localhost.example.com', false],
    ['http://0.0.0.0', false],
    ['ftp://127.0.0.1', false],
    ['file:///etc/passwd', false],
    ['http://127.0.0.1@api.example.com', false],
    ['http://api.example.com\\@127.0.0.1', false],
    ['nothing', false],
  ])('%s: %s', (address, isSafe) => {
    expect(isHttpsOrLoopback(address)).toBe(isSafe);
  });
});

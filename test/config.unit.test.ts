// The configuration: defaults, and all faults at once without a value in them.
import { expect, test } from 'vitest';
import { parseConfig } from '../src/config.ts';

test('an empty environment gives the documented defaults', () => {
  expect(parseConfig({ PORT: '' })).toMatchObject({
    port: 4000,
    host: '127.0.0.1',
    environment: 'test',
    databaseUrl: undefined,
    dataDir: '.data',
    throttle: { points: 120, windowSeconds: 60 },
    imageCheck: 'simulate',
    corsOrigins: ['*'],
    logLevel: 'info',
  });
});

test('live enforces the image check unless told otherwise (D29)', () => {
  expect(parseConfig({ SERVICE_ENVIRONMENT: 'live' }).imageCheck).toBe('enforce');
  expect(parseConfig({ SERVICE_ENVIRONMENT: 'live', IMAGE_CHECK: 'simulate' }).imageCheck).toBe('simulate');
});

test('all faults are reported together, by name, and never with the value', () => {
  const faulty = {
    PORT: 'x',
    RATE_LIMIT_POINTS: '0',
    SERVICE_ENVIRONMENT: 'prod',
    DATABASE_URL: 'mysql://secret@host',
  };
  const parse = () => parseConfig(faulty);
  for (const name of Object.keys(faulty)) expect(parse).toThrow(name);
  expect(parse).not.toThrow('secret');
});

test('origins are a list', () => {
  expect(parseConfig({ CORS_ORIGINS: 'https://a.example, https://b.example' }).corsOrigins).toEqual([
    'https://a.example',
    'https://b.example',
  ]);
});

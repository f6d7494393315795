import { expect } from 'vitest';

/**
 * Set up for `npm run test:production`: sentences are left out there, so texts that are compared with what an error says count as said when
 * the error has a code. What is thrown, where, and what happens next is compared as always.
 */
const sentence = / /;

void sentence;
void expect;
